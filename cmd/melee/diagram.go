package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"melee/diagram"
	"melee/notation"
	"melee/rules"
)

type diagramCommand struct {
	Variant  string `placeholder:"NAME" help:"The game: ${variants}."`
	Position string `placeholder:"TEXT" help:"The position to start from; the starting array if there is none."`
	Options  string `placeholder:"JSON" help:"Rules that differ from the default, such as {\"setup\":\"classic\"}."`
	Game     string `placeholder:"FILE" help:"Take the game from a file whose name ends in .pgn, .pgn4 or .json, instead."`
	Number   int    `default:"1" help:"Which game of the file, counted from 1."`
	Ply      int    `default:"-1" help:"Stop after so many plies; -1 is the end."`

	SVG    string `name:"svg" placeholder:"FILE" help:"Write an SVG picture; - is standard output, which is used if no file is named."`
	PNG    string `name:"png" placeholder:"FILE" help:"Write a PNG picture."`
	GIF    string `name:"gif" placeholder:"FILE" help:"Write the moves as an animated GIF."`
	Output string `short:"o" placeholder:"FILE" help:"Write a file whose name ends in .svg, .png or .gif."`

	Size        int           `placeholder:"PIXELS" help:"The width of the picture; 48 a square if it is not given."`
	Bottom      string        `placeholder:"SEAT" help:"The seat shown at the bottom; the first if it is not given."`
	Caption     string        `placeholder:"TEXT" help:"A line under the board."`
	Arrows      string        `placeholder:"LIST" help:"Arrows such as e2e4,d7d5:black,e4d6:forbidden."`
	Marks       string        `placeholder:"LIST" help:"Marks such as e4,d5:dot,g1:cross,h1:tint:white; a ring if no shape is given."`
	Theme       string        `enum:"light,dark,print" default:"light" help:"The colours: light, dark or print (black and white)."`
	Coordinates bool          `help:"Letter the files and number the ranks."`
	Inline      bool          `help:"SVG without references, for readers that do not know them."`
	Delay       time.Duration `default:"1s" help:"How long each position of an animation stands."`
	Moves       []string      `arg:"" optional:"" name:"move" help:"What is played first, such as e2e4; the last moves are shown."`

	flags gameFlags
}

// Help explains what is drawn.
func (*diagramCommand) Help() string {
	return "Draws the position after the moves, or at the end of a game from a file; an animation shows every position on the way. Without a file it writes SVG to standard output."
}

// A picture is a file to be written.
type picture struct {
	file  string
	write func(w io.Writer, boards []diagram.Board, o diagram.Options) error
}

// Validate checks what can be checked before the game is set up.
func (c *diagramCommand) Validate() error {
	if _, err := c.pictures(); err != nil {
		return err
	}
	if c.Number < 1 || c.Ply < -1 {
		return errors.New("--number must be 1 or more, --ply -1 or more")
	}
	if c.Game == "" {
		c.flags = gameFlags{Variant: c.Variant, Position: c.Position, Options: c.Options}
		return c.flags.Validate()
	}
	if c.Variant != "" || c.Position != "" || c.Options != "" || len(c.Moves) > 0 {
		return errors.New("--game tells the whole game: leave out --variant, --position, --options and moves")
	}
	if notation.FormatOf(c.Game) == "" {
		return fmt.Errorf("--game is '%s', must end in .pgn, .pgn4 or .json", c.Game)
	}
	return nil
}

// pictures returns what the flags ask for.
func (c *diagramCommand) pictures() ([]picture, error) {
	kinds := []struct {
		file, ending string
		write        func(w io.Writer, boards []diagram.Board, o diagram.Options) error
	}{{c.SVG, ".svg", writeSVG}, {c.PNG, ".png", writePNG}, {c.GIF, ".gif", c.writeGIF}}
	var list []picture
	known := c.Output == ""
	for _, k := range kinds {
		if k.file != "" {
			list = append(list, picture{k.file, k.write})
		}
		if strings.EqualFold(filepath.Ext(c.Output), k.ending) {
			known = true
			list = append(list, picture{c.Output, k.write})
		}
	}
	if !known {
		return nil, fmt.Errorf("--output is '%s', must end in .svg, .png or .gif", c.Output)
	}
	if list == nil {
		list = []picture{{"-", writeSVG}}
	}
	return list, nil
}

// Run draws the pictures, all of them before it writes the first.
func (c *diagramCommand) Run(s streams) error {
	boards, err := c.boards()
	if err != nil {
		return err
	}
	options := diagram.Options{Theme: c.Theme, Size: c.Size, Coordinates: c.Coordinates, Inline: c.Inline}
	list, err := c.pictures()
	if err != nil {
		return err
	}
	drawn := make([]bytes.Buffer, len(list))
	for i, p := range list {
		if err := p.write(&drawn[i], boards, options); err != nil {
			return wrongUseOf(err)
		}
	}
	for i, p := range list {
		if p.file == "-" {
			_, err = s.out.Write(drawn[i].Bytes())
		} else {
			err = os.WriteFile(p.file, drawn[i].Bytes(), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// boards plays the moves and returns every position with what the flags add to it.
func (c *diagramCommand) boards() ([]diagram.Board, error) {
	record, err := c.record()
	if err != nil {
		return nil, err
	}
	start, err := record.Game()
	if err != nil {
		return nil, err
	}
	if c.Ply > len(record.Plies) {
		return nil, misuse(fmt.Sprintf("--ply is %d, the game has %d plies", c.Ply, len(record.Plies)))
	}
	var actions []rules.Action
	for i, p := range record.Plies {
		if i == c.Ply {
			break
		}
		actions = append(actions, p.Action)
	}
	boards, err := diagram.Replay(start, actions)
	if err != nil {
		return nil, err
	}
	return boards, c.decorate(boards, record.Variant)
}

// decorate adds caption, seat at the bottom, arrows and marks.
func (c *diagramCommand) decorate(boards []diagram.Board, v *rules.Variant) error {
	bottom := rules.Seat(0)
	if c.Bottom != "" {
		bottom = v.SeatNamed(c.Bottom)
	}
	if bottom == rules.NoSeat {
		return misuse("--bottom is '" + c.Bottom + "', must be one of " + strings.Join(v.Seats, ", "))
	}
	arrows, err := diagram.ParseArrows(boards[0].Geometry, v.Seats, c.Arrows)
	if err != nil {
		return wrongUseOf(err)
	}
	marks, err := diagram.ParseMarks(boards[0].Geometry, v.Seats, c.Marks)
	if err != nil {
		return wrongUseOf(err)
	}
	for i := range boards {
		boards[i].Caption, boards[i].Bottom = c.Caption, bottom
	}
	last := &boards[len(boards)-1]
	last.Arrows, last.Marks = arrows, marks
	return nil
}

// record returns the game that the flags tell, or that stands in the file.
func (c *diagramCommand) record() (*notation.Record, error) {
	if c.Game != "" {
		return readRecord(c.Game, c.Number)
	}
	r, err := notation.NewRecord(c.flags.variant, c.flags.options, c.Position)
	if err != nil {
		return nil, err
	}
	game, err := r.Game()
	if err != nil {
		return nil, err
	}
	for i, token := range c.Moves {
		action, err := rules.ParseAction(game, token)
		if err == nil {
			_, err = r.Add(game, action)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return r, nil
}

// readRecord returns one game of a file, counted from 1.
func readRecord(name string, number int) (*notation.Record, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader, err := notation.NewReader(notation.FormatOf(name), file)
	if err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		record, err := reader.Next()
		var broken *notation.GameError
		switch {
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%s: has %s, number %d is asked for", name, games(n-1), number)
		case errors.As(err, &broken):
			if n == number {
				return nil, fmt.Errorf("%s:%d:%d: %w", name, broken.Line, broken.Column, broken.Err)
			}
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		case n == number:
			return record, nil
		}
	}
}

func writeSVG(w io.Writer, boards []diagram.Board, o diagram.Options) error {
	return diagram.WriteSVG(w, boards[len(boards)-1], o)
}

func writePNG(w io.Writer, boards []diagram.Board, o diagram.Options) error {
	return diagram.WritePNG(w, boards[len(boards)-1], o)
}

func (c *diagramCommand) writeGIF(w io.Writer, boards []diagram.Board, o diagram.Options) error {
	delay := int(c.Delay / (10 * time.Millisecond))
	if delay < 1 {
		return misuse(fmt.Sprintf("--delay is %v, must be at least 10ms", c.Delay))
	}
	return diagram.WriteGIF(w, boards, o, diagram.Animation{Delay: delay, Hold: 3 * delay})
}

// wrongUseOf marks faults of what was typed as such.
func wrongUseOf(err error) error {
	var faults rules.Faults
	if errors.As(err, &faults) {
		return misuse(faults.Error())
	}
	return err
}
