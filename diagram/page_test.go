package diagram

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"
)

// pageSVG writes two boards for one page, and what they share.
func pageSVG(t *testing.T) (first, second, shared string) {
	t.Helper()
	var d Definitions
	var one, two, rest bytes.Buffer
	b := busyFourPlayer()
	b.Description = "seize pièces & un roi"
	for _, err := range []error{
		WritePage(&one, b, Options{Coordinates: true, Theme: "dark", Size: 300, Inline: true}, &d),
		WritePage(&two, startMCX4(), Options{}, &d),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.WriteTo(&rest); err != nil {
		t.Fatal(err)
	}
	return one.String(), two.String(), rest.String()
}

func TestPagePicturesTakeTheColoursOfThePage(t *testing.T) {
	first, second, shared := pageSVG(t)
	for _, text := range []string{first, second, shared} {
		if found := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`).FindString(strings.ReplaceAll(text, `href="#`, "")); found != "" {
			t.Errorf("a colour is written out: %s", found)
		}
		if strings.Contains(text, "style=") {
			t.Error("a style attribute stands in the picture; pages forbid them")
		}
	}
	for _, property := range []string{"var(--board-light)", "var(--board-dark)", "var(--red-fill)", "var(--grey-rim)", "var(--yellow-line)"} {
		if !strings.Contains(first, property) {
			t.Errorf("%s is not used", property)
		}
	}
}

func TestPagePicturesShareTheirOutlines(t *testing.T) {
	first, second, shared := pageSVG(t)
	defined := map[string]bool{}
	for _, id := range regexp.MustCompile(`id="([^"]+)"`).FindAllStringSubmatch(shared, -1) {
		if defined[id[1]] {
			t.Errorf("%s is defined twice", id[1])
		}
		defined[id[1]] = true
	}
	for _, text := range []string{first, second} {
		if strings.Contains(text, " id=") {
			t.Error("a picture has an id of its own")
		}
		uses := regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(text, -1)
		if len(uses) < 16 {
			t.Errorf("only %d outlines are used", len(uses))
		}
		for _, use := range uses {
			if !defined[use[1]] {
				t.Errorf("%s is used and not defined", use[1])
			}
		}
	}
}

func TestPagePicturesAreWellFormedAndNamed(t *testing.T) {
	first, second, shared := pageSVG(t)
	for _, text := range []string{first, second, shared} {
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	if !strings.Contains(first, "<desc>seize pièces &amp; un roi</desc>") || !strings.Contains(second, "<desc>wq ") {
		t.Error("the descriptions are not the ones given, or the list of men")
	}
}

func TestNoPicturesShareNothing(t *testing.T) {
	var d Definitions
	var out bytes.Buffer
	if n, err := d.WriteTo(&out); n != 0 || err != nil || out.Len() != 0 {
		t.Errorf("wrote %d bytes, %v", n, err)
	}
}

func TestPageFaults(t *testing.T) {
	b := startMCX4()
	b.Description = strings.Repeat("x", MaxDescription+1)
	var out bytes.Buffer
	if err := WritePage(&out, b, Options{}, &Definitions{}); err == nil || !strings.Contains(err.Error(), "description") || out.Len() > 0 {
		t.Errorf("a description too long: %v", err)
	}
}
