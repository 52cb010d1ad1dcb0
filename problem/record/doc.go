// Package record writes solved problems as JSON, one object for each position, and
// reads problems from JSON. docs/problems.md describes the fields, solution.schema.json holds them.
package record
