package pages

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// problems solves nothing and says what it was asked.
type problems struct{}

func (problems) Print(_ context.Context, owner, text, language string) (string, []string, error) {
	if !strings.HasPrefix(text, "begin") {
		return "", []string{"1:1: <nothing> of that sort"}, nil
	}
	return owner + " asked in " + language + " <" + text + ">", nil, nil
}

func TestProblemsAreSolvedWithoutScript(t *testing.T) {
	h, _ := newSite()
	for lang, language := range map[string]string{"fr": "french", "en": "english"} {
		solved := post(h, problemsPath(lang), "text", "begin\nend")
		if page := readAll(t, solved); solved.StatusCode != http.StatusOK || !strings.Contains(page, "asked in "+language+" &lt;begin\nend&gt;") {
			t.Errorf("%s: %d\n%s", lang, solved.StatusCode, page)
		}
		wrong := post(h, problemsPath(lang), "text", "</textarea>nonsense")
		page := readAll(t, wrong)
		if wrong.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(page, "1:1: &lt;nothing&gt; of that sort") {
			t.Errorf("%s: %d\n%s", lang, wrong.StatusCode, page)
		}
		if !strings.Contains(page, "&lt;/textarea&gt;nonsense") {
			t.Errorf("%s: what was written is gone", lang)
		}
	}
}

func readAll(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
