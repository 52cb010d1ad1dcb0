package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"melee/notation"
)

// longFile is from how many bytes on a conversion shows how far it is, on a terminal.
const longFile = 4 << 20

type convertCommand struct {
	In       string `arg:"" help:"The file to read; - is standard input."`
	Out      string `arg:"" help:"The file to write; - is standard output."`
	From     string `placeholder:"FORMAT" help:"What IN is: json, pgn or pgn4; its name tells if this is not given."`
	To       string `placeholder:"FORMAT" help:"What OUT is to be."`
	Progress *bool  `negatable:"" help:"Show how far it is; without this, for long files on a terminal."`

	from, to notation.Format
}

// Help explains what is converted to what.
func (*convertCommand) Help() string {
	return "PGN (.pgn) is for All-in and its relatives and for MCX4, PGN4 (.pgn4) for Four-player games, JSON (.json, .ndjson, .jsonl: one game a line) for all. " +
		"A bad game is told with its file, line and column and left out; the others are converted, and the exit status is 1."
}

// Validate finds the formats.
func (c *convertCommand) Validate() error {
	var err error
	if c.from, err = formatOf(c.From, c.In, "--from"); err != nil {
		return err
	}
	c.to, err = formatOf(c.To, c.Out, "--to")
	return err
}

// formatOf returns the format that a flag or a file's name gives.
func formatOf(given, file, flag string) (notation.Format, error) {
	if given == "" {
		if f := notation.FormatOf(file); f != "" {
			return f, nil
		}
		return "", fmt.Errorf("the name '%s' does not tell the format: want .pgn, .pgn4 or .json, or %s", file, flag)
	}
	for _, f := range notation.Formats {
		if given == string(f) {
			return f, nil
		}
	}
	return "", fmt.Errorf("%s is '%s', must be json, pgn or pgn4", flag, given)
}

// Run converts game by game, so that a file of any length takes little memory.
func (c *convertCommand) Run(s streams) error {
	in, size, err := c.open(s)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := c.create(s, in)
	if err != nil {
		return err
	}
	bar := c.bar(s, size)
	source := io.Reader(in)
	if bar != nil {
		source = io.TeeReader(in, bar)
	}
	buffer := bufio.NewWriterSize(out, 64<<10)
	converted, refused, err := c.convert(source, buffer, func(fault string) {
		if bar != nil {
			bar.Clear()
		}
		fmt.Fprintln(s.err, "melee:", fault)
	})
	if bar != nil {
		bar.Finish()
	}
	if err := errors.Join(err, buffer.Flush(), out.Close()); err != nil {
		return err
	}
	fmt.Fprintf(s.err, "%s converted\n", games(converted))
	if refused > 0 {
		return fmt.Errorf("%s could not be converted", games(refused))
	}
	return nil
}

func games(n int) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprint(n, " games")
}

// convert copies the games that can be copied and tells of the others.
func (c *convertCommand) convert(in io.Reader, out io.Writer, tell func(string)) (converted, refused int, err error) {
	reader, err := notation.NewReader(c.from, in)
	if err != nil {
		return 0, 0, err
	}
	writer, err := notation.NewWriter(c.to, out)
	if err != nil {
		return 0, 0, err
	}
	for {
		record, err := reader.Next()
		if err == io.EOF {
			return converted, refused, nil
		}
		if err == nil {
			err = writer.Write(record)
		}
		var bad *notation.GameError
		var unfit *notation.FormatError
		switch {
		case err == nil:
			converted++
			continue
		case errors.As(err, &bad):
			tell(fmt.Sprintf("%s:%d:%d: %v", c.In, bad.Line, bad.Column, bad.Err))
		case errors.As(err, &unfit):
			_, line := reader.Where()
			tell(fmt.Sprintf("%s:%d:1: %v", c.In, line, unfit))
		default:
			return converted, refused, err
		}
		refused++
	}
}

// open opens the input; its size is -1 if that is not known.
func (c *convertCommand) open(s streams) (io.ReadCloser, int64, error) {
	if c.In == "-" {
		return io.NopCloser(s.in), -1, nil
	}
	f, err := os.Open(c.In)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f, -1, err
	}
	return f, info.Size(), nil
}

// create opens the output, which must not be the input.
func (c *convertCommand) create(s streams, in io.ReadCloser) (io.WriteCloser, error) {
	if c.Out == "-" {
		return nopCloser{s.out}, nil
	}
	if f, ok := in.(*os.File); ok {
		a, errA := f.Stat()
		b, errB := os.Stat(c.Out)
		if errA == nil && errB == nil && os.SameFile(a, b) {
			return nil, misuse("IN and OUT are the same file: '" + c.Out + "'")
		}
	}
	return os.Create(c.Out)
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// bar returns a progress bar, nil where none is wanted.
func (c *convertCommand) bar(s streams, size int64) *progressbar.ProgressBar {
	wanted := size >= longFile && isTerminal(s.err)
	if c.Progress != nil {
		wanted = *c.Progress
	}
	if !wanted {
		return nil
	}
	return progressbar.NewOptions64(size,
		progressbar.OptionSetWriter(s.err),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetDescription(c.In),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionOnCompletion(func() { fmt.Fprintln(s.err) }),
	)
}

// isTerminal reports whether a stream is shown to somebody.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
