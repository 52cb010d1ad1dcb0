package client

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestEventsAreCutOutOfAStream(t *testing.T) {
	var got []string
	stream := ": alive\n\nevent: message\nid: 7\ndata: [1]\n\ndata:[2,\r\ndata: 3]\r\n\r\n\ndata: not whole"
	if err := eachEvent(strings.NewReader(stream), func(data []byte) { got = append(got, string(data)) }); err != nil {
		t.Error(err)
	}
	if want := []string{"[1]", "[2,\n3]"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := eachEvent(strings.NewReader("data: "+strings.Repeat("x", maxAnswer)), nil); err == nil {
		t.Error("a line without end is read")
	}
}

// Whatever stands in a line of data comes through as it is.
func FuzzEvents(f *testing.F) {
	f.Add([]byte(`["p",6,{}]`), []byte(`["bye","restart"]`))
	f.Fuzz(func(t *testing.T, one, two []byte) {
		for _, data := range [][]byte{one, two} {
			if len(data) == 0 || bytes.ContainsAny(data, "\r\n") {
				return // a line of data holds something, and no end of line
			}
		}
		var got [][]byte
		stream := slices.Concat([]byte("data: "), one, []byte("\n\n: alive\n\ndata: "), two, []byte("\n\n"))
		err := eachEvent(bytes.NewReader(stream), func(data []byte) { got = append(got, bytes.Clone(data)) })
		if err != nil || len(got) != 2 || !bytes.Equal(got[0], one) || !bytes.Equal(got[1], two) {
			t.Errorf("%q and %q came through as %q, %v", one, two, got, err)
		}
	})
}
