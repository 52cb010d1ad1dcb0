// Package problem solves chess problems of the all-in family: direct, self,
// reflex, help and series play of every length, under the rules of [rules/allin]
// and nothing else.
//
// A [Problem] is what a composer writes down: a diagram, what is asked and the
// twins. Its [Problem.Tasks] are the single positions to be solved, and [Solve]
// solves one. What Solve finds is exact and complete: every first move or line
// that solves and no other, whatever the number of threads or the size of the hash table.
//
// Problems are no games: repetition (A10), the hundred-ply rule (A11) and bare
// kings (A12) end nothing here, as composers hold.
package problem
