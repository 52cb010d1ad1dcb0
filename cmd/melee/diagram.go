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
	"melee/rules"
)

type diagramCommand struct {
	gameFlags
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
}

// Help explains what is drawn.
func (*diagramCommand) Help() string {
	return "Draws the position after the moves; an animation shows every position on the way. Without a file it writes SVG to standard output."
}

// A picture is a file to be written.
type picture struct {
	file  string
	write func(w io.Writer, boards []diagram.Board, o diagram.Options) error
}

// Validate checks what can be checked before the game is set up.
func (c *diagramCommand) Validate() error {
	if err := c.gameFlags.Validate(); err != nil {
		return err
	}
	if c.Bottom != "" && c.variant.SeatNamed(c.Bottom) == rules.NoSeat {
		return fmt.Errorf("--bottom is '%s', must be one of %s", c.Bottom, strings.Join(c.variant.Seats, ", "))
	}
	_, err := c.pictures()
	return err
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
	end, actions, err := c.record(c.Moves)
	if err != nil {
		return nil, err
	}
	boards, err := diagram.Replay(end, actions)
	if err != nil {
		return nil, err
	}
	seats, g := c.variant.Seats, boards[0].Geometry
	arrows, err := diagram.ParseArrows(g, seats, c.Arrows)
	if err != nil {
		return nil, wrongUseOf(err)
	}
	marks, err := diagram.ParseMarks(g, seats, c.Marks)
	if err != nil {
		return nil, wrongUseOf(err)
	}
	for i := range boards {
		boards[i].Caption = c.Caption
		if c.Bottom != "" {
			boards[i].Bottom = c.variant.SeatNamed(c.Bottom)
		}
	}
	last := &boards[len(boards)-1]
	last.Arrows, last.Marks = arrows, marks
	return boards, nil
}

// record sets up the game and reads the moves played from there.
func (c *diagramCommand) record(tokens []string) (rules.Game, []rules.Action, error) {
	start, err := c.start()
	if err != nil {
		return nil, nil, err
	}
	game := start.Clone()
	var actions []rules.Action
	for i, token := range tokens {
		action, err := rules.ParseAction(game, token)
		if err == nil {
			_, err = game.Do(action)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		actions = append(actions, action)
	}
	return start, actions, nil
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
