command-export = export
command-export-description = Een partij als bestand voor andere programma’s
help-export = `/{ command-export }` geeft je een partij als bestand voor andere programma’s.

line-export-heading = De partij als bestand · { $title }

label-export = Partij opslaan
