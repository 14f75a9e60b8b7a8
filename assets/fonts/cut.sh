#!/bin/sh
# Cuts the fonts in this directory out of the packages they come from.
#
#     pip install fonttools==4.68.0 brotli
#     npm pack @fontsource/kaisei-tokumin@5.3.0 @fontsource/noto-sans@5.3.0 \
#         @fontsource/noto-sans-thai@5.3.0 @fontsource/noto-sans-jp@5.3.0
#     for each .tgz: mkdir NAME && tar -xzf NAME.tgz -C NAME
#     assets/fonts/cut.sh DIRECTORY_WITH_THE_UNPACKED_PACKAGES
#
# The same packages and the same fonttools give the same bytes.
set -eu
packages=$1
here=$(dirname "$0")
whole=$(mktemp)
text=$(mktemp)
trap 'rm -f "$whole" "$text"' EXIT

cut() { # NAME WEIGHTED_FILE TEXT_OPTION
    package="$packages/fontsource-$1-5.3.0/package"
    fonttools ttLib.woff2 decompress -o "$whole" "$package/files/$2.woff2"
    pyftsubset "$whole" "$3" --output-file="$here/$1.ttf" \
        --no-hinting --desubroutinize --layout-features= \
        --no-glyph-names --name-IDs=0,1,2,13,14 --no-recalc-timestamp \
        --drop-tables+=GDEF,GPOS,GSUB,DSIG,STAT,vhea,vmtx,BASE,meta
    cp "$package/LICENSE" "$here/$1.LICENSE.txt"
}

cut kaisei-tokumin kaisei-tokumin-japanese-800-normal --text=王玉姫神飛龍角馬銀全桂圭香杏歩と
cut noto-sans noto-sans-latin-700-normal \
    --text="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 +-–/()%.,:;!?'\"½×="
cut noto-sans-thai noto-sans-thai-thai-700-normal --unicodes=U+0E01-0E3A,U+0E3F-0E5B

# The page's fonts. The browser places Thai vowels and tones by the layout tables, so the package's
# file stays whole.
cp "$packages/fontsource-noto-sans-thai-5.3.0/package/files/noto-sans-thai-thai-400-normal.woff2" \
    "$here/page-thai.woff2"

# The package lists its glyphs in 120 slices, the last ones the most frequent.
package="$packages/fontsource-noto-sans-jp-5.3.0/package"
python3 - "$package/unicode.json" "$here/../i18n/ja" > "$text" <<'END'
import json, pathlib, sys

slices = json.load(open(sys.argv[1]))
wanted = set(range(0x3000, 0x3100)) | set(range(0xFF01, 0xFF60))
for at in range(100, 120):
    for part in slices[f"[{at}]"].split(","):
        first, _, last = part.removeprefix("U+").partition("-")
        wanted |= set(range(int(first, 16), int(last or first, 16) + 1))
for file in pathlib.Path(sys.argv[2]).rglob("*.ftl"):
    wanted |= {ord(it) for it in file.read_text() if ord(it) > 0x2000}
print("".join(map(chr, sorted(wanted))), end="")
END
pyftsubset "$package/files/noto-sans-jp-japanese-400-normal.woff2" --text-file="$text" \
    --output-file="$here/page-japanese.woff2" --flavor=woff2 \
    --no-hinting --desubroutinize --layout-features= \
    --no-glyph-names --name-IDs=0,1,2,13,14 --no-recalc-timestamp \
    --drop-tables+=GDEF,GPOS,GSUB,DSIG,STAT,vhea,vmtx,BASE,meta
cp "$package/LICENSE" "$here/page-japanese.LICENSE.txt"
