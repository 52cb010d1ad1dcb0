package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"melee/problem/popeye"
	"melee/problem/record"
)

// A sourced problem knows the file it stands in and the language of that file.
type sourced struct {
	popeye.Entry
	file     string
	language popeye.Language
}

// entries reads all problems of the command line.
func (c *solveCommand) entries(s streams) ([]sourced, error) {
	var all []sourced
	add := func(file string, language popeye.Language, entries []popeye.Entry) error {
		for _, e := range entries {
			if err := c.ask(&e); err != nil {
				return err
			}
			all = append(all, sourced{e, file, language})
		}
		return nil
	}
	if c.Fen != "" {
		var e popeye.Entry
		asked := record.Asked{Position: c.Fen, Condition: c.Condition, Stipulation: c.Stipulation}
		if err := asked.Entry(&e); err != nil {
			return nil, misuse(err.Error())
		}
		if err := add("--fen", popeye.English, []popeye.Entry{e}); err != nil {
			return nil, err
		}
		return all, nil
	}
	for _, name := range c.Files {
		data, err := readLimited(s, name)
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n\ufeff"), []byte("{")) {
			entries, err := record.Read(data)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if err := add(name, popeye.English, entries); err != nil {
				return nil, err
			}
			continue
		}
		file, err := popeye.Read(data)
		if err != nil {
			return nil, fmt.Errorf("%s:%w", name, err)
		}
		if err := add(name, file.Language, file.Entries); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// readLimited reads a file, or standard input for "-", up to what a file of problems may have.
func readLimited(s streams, name string) ([]byte, error) {
	in := s.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	// One byte too many lets the readers refuse it in their own words.
	return io.ReadAll(io.LimitReader(in, record.MaxBytes+1))
}
