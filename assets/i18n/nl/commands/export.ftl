line-export-heading = De partij als bestand · { $title }

label-export = Bestand
