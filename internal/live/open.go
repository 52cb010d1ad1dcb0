package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"melee/internal/account"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
)

// maxSetup bounds the request for a table, in bytes; a position's text takes most of it.
const maxSetup = 16 << 10

// setup is a table as clients ask for it.
type setup struct {
	Variant string            `json:"variant"`
	Options map[string]string `json:"options"`
	Start   string            `json:"start"`
	Seats   []struct {
		Player string `json:"player"` // me, open, cpu or grey
		Name   string `json:"name"`
		Level  int    `json:"level"`
	} `json:"seats"`
	Clock       table.Clock `json:"clock"`
	Public      bool        `json:"public"`
	Away        int         `json:"away"`
	Confirm     bool        `json:"confirm"`
	TakeBacks   bool        `json:"takeBacks"`
	Talk        string      `json:"talkMode"`
	ChoiceLimit int         `json:"choiceLimit"`
	WatchDelay  int         `json:"watchDelay"`
	Draw        bool        `json:"draw"`
	AutoStart   bool        `json:"autoStart"`
	RotateFirst bool        `json:"rotateFirst"`
	Rated       bool        `json:"rated"`
	HideNames   bool        `json:"hideNames"`
	Bots        bool        `json:"bots"`
}

// open sets up a table whose host is who asks.
func (s *Server) open(w http.ResponseWriter, r *http.Request) {
	visitor := account.VisitorOf(r.Context())
	var asked setup
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxSetup))
	if err == nil {
		err = strictly(text, &asked)
	}
	if err != nil {
		s.fail(w, r, table.Refused{Code: table.Invalid, Text: "the table that is asked for cannot be read: " + err.Error()})
		return
	}
	if !s.opens.allow(s.address(r), time.Now()) {
		s.busy(w, "too many tables from this address")
		return
	}
	if err := visitor.MayPlay(time.Now()); err != nil {
		s.fail(w, r, table.Refused{Code: table.NotYours, Text: err.Error()})
		return
	}
	id, err := s.Hub.Open(r.Context(), asked.command(visitor))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	stream.Answer(w, http.StatusOK, map[string]string{"table": id})
}

func (a *setup) command(v account.Visitor) table.Open {
	o := table.Open{
		Variant: a.Variant, Options: a.Options, Start: a.Start, Host: v.Owner, RotateFirst: a.RotateFirst,
		Public: a.Public, Confirm: a.Confirm, TakeBacks: a.TakeBacks, Draw: a.Draw, AutoStart: a.AutoStart,
		Clock: a.Clock, Away: a.Away, ChoiceLimit: a.ChoiceLimit, WatchDelay: a.WatchDelay, Talk: table.TalkMode(a.Talk),
		Rated: a.Rated, HideNames: a.HideNames, Bots: a.Bots,
	}
	if len(a.Options) == 0 {
		o.Options = rules.Options{}
	}
	for _, seat := range a.Seats {
		chair := table.Chair{Player: table.Player(seat.Player), Level: seat.Level}
		if seat.Player == "me" {
			chair = table.Chair{Player: table.Person, Owner: v.Owner, Name: seat.Name, Bot: v.Bot}
			if v.Account != "" {
				chair.Name = v.Name
			}
		}
		o.Chairs = append(o.Chairs, chair)
	}
	return o
}

// strictly reads one JSON object into what has a field for everything in it.
func strictly(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, more := decoder.Token(); more != io.EOF {
		return errors.New("something follows its JSON object")
	}
	return nil
}
