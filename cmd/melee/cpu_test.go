package main

import "testing"

func TestModelName(t *testing.T) {
	for list, want := range map[string]string{
		"processor\t: 0\nmodel\t\t: 2\nmodel name\t: Abacus 3\n\nprocessor\t: 1\nmodel name\t: Abacus 4\n": "Abacus 3",
		"processor\t: 0\nBogoMIPS\t: 50.00\n": "",
		"model name":                          "",
		"":                                    "",
	} {
		if got := modelName(list); got != want {
			t.Errorf("model of %q is %q, want %q", list, got, want)
		}
	}
	if cpuModel() == "" {
		t.Error("a machine without a model, want unknown at least")
	}
}
