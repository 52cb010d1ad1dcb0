package live

import (
	"encoding/json"
	"testing"
	"time"
	"unicode/utf8"

	"melee/internal/account"
	"melee/internal/table"
)

func FuzzFrame(f *testing.F) {
	for _, seed := range []string{`["do",{"id":"1","do":"move","move":"e2e4","seat":0,"seq":7,"think":1.5}]`, `["s"]`, `["h",12.5]`, ` [ "do" , {} ] `, `["h",null]`, `[]`, `["do",]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		word, body := parseFrame(text)
		switch word {
		case "", "s":
		case "h":
			if frame := appendBeat(nil, noon, 1, body); !json.Valid(payload(frame)) {
				t.Errorf("%q is answered by %q", text, frame)
			}
		case "do":
			c, id, err := readCommand(body, account.Visitor{Owner: "owner"}, time.Time{}, 5)
			if (err == nil) != (c != nil) {
				t.Errorf("%q: command %v, error %v", text, c, err)
			}
			if err == nil && table.Sender(c) != "owner" {
				t.Errorf("%q is a command of '%s'", text, table.Sender(c))
			}
			if frame := refused(id, problem{"invalid", id}, 1); !json.Valid(payload(frame)) {
				t.Errorf("%q is answered by %q", text, frame)
			}
		default:
			t.Errorf("%q says %q", text, word)
		}
	})
}

func FuzzSetup(f *testing.F) {
	f.Add([]byte(`{"variant":"mcx4","options":{"play":"double"},"seats":[{"player":"me","name":"A"},{"player":"cpu","level":3}],"clock":{"kind":"turn","add":30000}}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		var s setup
		if strictly(text, &s) == nil {
			s.command(account.Visitor{Owner: "owner"})
		}
	})
}

// Whatever line of play or text is sent, it is answered with JSON or refused.
func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"variant":"four-player","moves":["h2h3","survive","Nf3"],"from":1}`))
	f.Add([]byte(`{"variant":"mcx4","options":{"play":"double"},"start":"x","moves":["e4"]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var l line
		var v view
		if strictly(text, &l) == nil && v.line(&l) == nil && !json.Valid(v.b) {
			t.Errorf("%s is answered by %s", text, v.b)
		}
	})
}

func FuzzPasted(f *testing.F) {
	f.Add("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "all-in")
	f.Add("[Variant \"All-in\"]\n\n1. e4 (1. d4 d5) e5 *", "")
	f.Add(`{"variant":"mcx4","moves":["e2e4"]}`, "mcx4")
	f.Add("[StartFen4 \"4PC\"]\n1. h2-h3 .. b7-c7", "four-player")
	f.Fuzz(func(t *testing.T, text, variant string) {
		record, err := (&pasted{Text: text, Variant: variant}).read()
		if (record == nil) == (err == nil) {
			t.Fatalf("record %v, error %v", record, err)
		}
		if err == nil {
			if _, err := record.Replay(nil); err != nil {
				t.Errorf("%q is read as a game that cannot be played: %v", text, err)
			}
		}
	})
}

// Texts are written so that every JSON reader gets them back.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", `a"b\c`, "\x00\x1f\x7f", "é♚\u2028", "\xff\xfe", "\ud7ff�"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got string
		if err := json.Unmarshal(appendText(nil, text), &got); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		want := text
		if !utf8.ValidString(text) {
			want = string([]rune(text))
		}
		if got != want {
			t.Errorf("%q comes back as %q", text, got)
		}
	})
}
