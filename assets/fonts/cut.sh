#!/bin/sh
# Cuts the fonts in this directory out of the packages they come from.
#
#     pip install fonttools==4.68.0 brotli
#     npm pack @fontsource/kaisei-tokumin@5.3.0 @fontsource/noto-sans@5.3.0 @fontsource/noto-sans-thai@5.3.0
#     for each .tgz: mkdir NAME && tar -xzf NAME.tgz -C NAME
#     assets/fonts/cut.sh DIRECTORY_WITH_THE_UNPACKED_PACKAGES
#
# The same packages and the same fonttools give the same bytes.
set -eu
packages=$1
here=$(dirname "$0")
whole=$(mktemp)
trap 'rm -f "$whole"' EXIT

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
