package tuning_test

import (
	"slices"
	"strings"
	"testing"

	"melee/engine/tuning"
)

var layout = tuning.Layout{{Name: "Men", Count: 3}, {Name: "Turn", Count: 1}}

func TestWeightsComeBackFromTheirFile(t *testing.T) {
	want := []int32{100, -300, 0, 12}
	text := layout.Write(want, `by "hand"`, "  ")
	got, from, err := layout.Read(text)
	if err != nil || !slices.Equal(got, want) || from != `by "hand"` {
		t.Errorf("%v, %q, %v from %s", got, from, err, text)
	}
}

func TestFaultsOfAFileOfWeightsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"Provenance":"x","Turn":1}`:                              "Men is missing",
		`{"Provenance":"x","Men":[1,2],"Turn":1}`:                  "Men has 2 numbers, want 3",
		`{"Provenance":"x","Men":[1,2,"3"],"Turn":1}`:              "Men: ",
		`{"Provenance":"x","Men":[1,2,3],"Turn":[1]}`:              "Turn: ",
		`{"Men":[1,2,3],"Turn":1}`:                                 "Provenance: ",
		`{"Provenance":"x","Men":[1,2,3],"Turn":1,"Colour":"red"}`: "there are 4 parts, want 3",
		`[]`: "cannot unmarshal",
	} {
		if _, _, err := layout.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestRounding(t *testing.T) {
	if got := tuning.Rounded([]float64{1.4, 1.6, -1.4, -1.6}); !slices.Equal(got, []int32{1, 2, -1, -2}) {
		t.Error(got)
	}
}
