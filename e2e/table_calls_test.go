package e2e

import "testing"

// calls stands in for what leaves the page: notices, the motor, the loudspeaker.
const calls = `window.calls = [];
	Object.defineProperty(navigator, "vibrate", {value: ms => (calls.push("shake " + ms), true)});
	window.Notification = class extends EventTarget {
		static permission = "default";
		static async requestPermission() { return Notification.permission = "granted"; }
		constructor(title, options) { super(); calls.push("notice " + title + " / " + options.body + " / " + options.tag); }
		close() { calls.push("withdrawn"); }
	};
	const start = AudioScheduledSourceNode.prototype.start;
	AudioScheduledSourceNode.prototype.start = function(...a) { calls.push("sound"); return start.apply(this, a); };
	window.look = away => {
		Object.defineProperty(document, "visibilityState", {configurable: true, get: () => away ? "hidden" : "visible"});
		document.hasFocus = () => !away;
		document.dispatchEvent(new Event("visibilitychange"));
	};
	true`

// TestAPlayerWhoLooksElsewhereIsCalled holds that the own turn is heard, felt and told of, each only where it is wanted.
func TestAPlayerWhoLooksElsewhereIsCalled(t *testing.T) {
	t.Parallel()
	v := fourPlayer()
	v.Turn, v.Legal = new(1), []string{}
	f := serveTable(t, "fr", v)
	p := open(t, phone, f.URL+"/t")
	p.ready()
	eval[bool](p, calls)
	setting := func(name string) {
		eval[bool](p, `([...document.querySelectorAll(".setting")].find(s => s.textContent.startsWith(%q)).querySelector("input").click(), true)`, name)
	}
	passes := func() {
		f.show(func(v *view) {
			v.From, v.Turn, v.Legal = v.From+len(v.Plies), new(1), []string{}
			v.Plies = []ply{move(v.From+1, 0, "h1", "g1", "Kg1")}
		})
	}
	has := `calls.some(c => c.startsWith(%q))`
	eval[bool](p, `(document.querySelector("details.settings summary")?.click(), true)`)
	setting("Notification")
	p.until(`localStorage.getItem("melee.notices") === "yes"`)

	turn(f, "h1g1") // he looks: no notice
	p.until(has+` && `+has, "shake 80", "sound")
	if eval[bool](p, has, "notice") {
		t.Error("a notice for who looks at the table")
	}
	passes()
	p.until(`document.querySelector(".turn-line:not(.mine)")`)
	eval[bool](p, `(calls.length = 0, look(true), true)`)
	turn(f, "h1g1")
	p.until(has, "notice À vous de jouer / Échecs à quatre / melee-")
	if eval[bool](p, has, "withdrawn") {
		t.Error("the notice is withdrawn while it is true")
	}
	passes()
	p.until(has, "withdrawn")

	// What is turned off stays silent.
	eval[bool](p, `(look(false), true)`)
	setting("Notification")
	setting("Vibration")
	eval[bool](p, `(v => (v.value = "0", v.dispatchEvent(new Event("change"))))(document.querySelector("#volume"))`)
	eval[bool](p, `(calls.length = 0, look(true), true)`)
	turn(f, "h1g1")
	p.until(`document.querySelector(".turn-line.mine")`)
	if got := eval[string](p, `calls.join()`); got != "" {
		t.Errorf("all is off, and still: %s", got)
	}
	p.healthy()
}
