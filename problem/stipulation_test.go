package problem_test

import (
	"strings"
	"testing"

	"melee/problem"
)

func TestStipulationsAreReadAndWritten(t *testing.T) {
	for _, text := range []string{
		"#1", "#99", "=2", "##3", "==2", "#=4", "x2", "+3", "zg74", "~1", "s#5", "s=2", "r#3", "semi-r#2", "h#0.5", "h#2.5", "h=3", "hzg71.5",
		"hs#3", "hs#2.5", "hr#2", "ser-#4", "ser-h#3", "ser-s#2", "ser-r#2", "ser-hs#2", "ser-=4", "ser-h=5", "ser-zd43", "exact-#3", "exact-h#2", "2->ser-h#4",
	} {
		s, err := problem.ParseStipulation(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := s.String(); got != text {
			t.Errorf("%s comes back as %s", text, got)
		}
		if upper, err := problem.ParseStipulation(strings.ToUpper(text)); err != nil || upper != s {
			t.Errorf("%s in capitals: %v, %v", text, upper, err)
		}
	}
}

func TestFaultyStipulationsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"": "goals", "#": "number", "3": "goals", "#0": "from 1", "#100": "up to 99", "#2.5": "half moves", "s#1.5": "half moves", "h#0": "from 1",
		"hs#0.5": "at least one", "ser-#1.5": "half moves", "zz92": "goals", "z2": "goals", "0->h#2": "before ->", "x->h#2": "before ->", "#+2": "number",
		"#-2": "number", "h#2.": "number", "q#2": "goals", strings.Repeat("9", 50): "40 characters",
	} {
		if _, err := problem.ParseStipulation(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestWhoBeginsFollowsFromTheStipulation(t *testing.T) {
	for text, black := range map[string]bool{
		"#2": false, "s#2": false, "r#2": false, "h#2": true, "h#2.5": false, "hs#2": false, "hs#2.5": true, "hr#3": false,
		"ser-#3": false, "ser-h#3": true, "ser-s#2": false, "ser-hs#2": true, "2->ser-h#4": false, "1->h#1.5": false, "1->hr#1.5": true, "2->ser-#3": true,
	} {
		s, err := problem.ParseStipulation(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.BlackBegins(); got != black {
			t.Errorf("%s: Black begins %v", text, got)
		}
	}
}

func FuzzParseStipulation(f *testing.F) {
	for _, text := range []string{"#2", "exact-2->ser-hzg71", "semi-r#=3", "h==2.5", "z", "9->", ".5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := problem.ParseStipulation(text)
		if err != nil {
			return
		}
		again, err := problem.ParseStipulation(s.String())
		if err != nil || again != s {
			t.Errorf("%q reads as %+v, written %q, which reads as %+v, %v", text, s, s.String(), again, err)
		}
	})
}
