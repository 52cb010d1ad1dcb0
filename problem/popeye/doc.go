// Package popeye reads problems written in the language of the solving program
// Popeye, in English, French or German, and writes solutions the way Popeye
// prints them, so that files and tools made for it serve these games too.
//
// [Read] takes a whole file. What it does not understand is told with line and
// column; the other problems of the file stand. [Write] writes a problem in the
// same language. A [Printer] prints solutions.
package popeye
