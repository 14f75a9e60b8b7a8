line-export-heading = The game as a file · { $title }

label-export = File
