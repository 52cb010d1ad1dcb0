package pages

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

func TestPicturesAreDrawnOnceAndOneAtATime(t *testing.T) {
	g := newGallery()
	var at, drawn atomic.Int64
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			key := fmt.Sprint(i % 4)
			png, err := g.picture(t.Context(), key, func() ([]byte, error) {
				if at.Add(1) > 1 {
					t.Error("two are drawn at once")
				}
				drawn.Add(1)
				at.Add(-1)
				return []byte(key), nil
			})
			if err != nil || string(png) != key {
				t.Errorf("picture %s: %q, %v", key, png, err)
			}
		})
	}
	all.Wait()
	if n := drawn.Load(); n != 4 {
		t.Errorf("4 pictures were drawn %d times", n)
	}
	for i := range 3 * mostPictures {
		g.picture(t.Context(), fmt.Sprint("t", i), func() ([]byte, error) { return nil, nil })
	}
	if n := len(g.kept); n > mostPictures {
		t.Errorf("%d pictures are kept", n)
	}
}

func TestWhoHasGoneDoesNotWaitForHisPicture(t *testing.T) {
	g := newGallery()
	g.drawing <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.picture(ctx, "x", nil); err == nil {
		t.Error("he got a picture")
	}
}

func TestThePictureOfATableChangesWithIt(t *testing.T) {
	h, tables := newSite()
	state := table.New()
	do := func(c table.Command) {
		events, err := table.Decide(state, c, time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), 1, catalog.Find)
		for _, e := range events {
			if err == nil {
				err = state.Apply(e, catalog.Find)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	do(table.Open{Variant: "all-in", Chairs: []table.Chair{{Player: table.Person, Owner: "anne"}, {Player: table.Person, Owner: "bert"}}})
	tables.states["abc"] = state
	picture := func() string {
		png, err := io.ReadAll(ask(h, "GET", tablePicturePath("abc"), "").Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(png)
	}
	before := picture()
	do(table.Act{Owner: "anne", Seat: rules.NoSeat, Token: "e2e4"})
	if picture() == before {
		t.Error("a move is not shown")
	}
}
