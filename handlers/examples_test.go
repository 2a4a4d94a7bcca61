package handlers_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"marquee/handlers"
	"marquee/handlers/apitest"
	"marquee/handlers/docs"
)

// maxExample is the length of the longest answer that is shown as an example, in
// bytes. An operation whose answers are all longer shows the shortest.
const maxExample = 2500

// keepExamples compares the examples of the API reference with what the scenarios
// were answered.
func keepExamples(t *testing.T, seen []apitest.Seen) {
	t.Helper()
	all := map[string]*docs.Example{}
	for _, rt := range handlers.Routes(nil) {
		for _, at := range spellings(rt) {
			e := exampleOf(at[0], at[1], seen)
			if e == nil {
				t.Errorf("no scenario shows %s %s as it goes well: it has no example", at[0], at[1])
				continue
			}
			all[at[0]+" "+at[1]] = e
		}
	}
	b, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "../handlers/docs/examples.json", append(b, '\n'))
}

// exampleOf picks the good answer that shows most of an operation.
func exampleOf(method, path string, seen []apitest.Seen) *docs.Example {
	var best *docs.Example
	for _, s := range seen {
		at, _, _ := strings.Cut(s.Path, "?")
		if s.Method != method || at != path || s.Status >= 300 {
			continue
		}
		e := &docs.Example{
			Method: s.Method, Path: steady(s.URL), Status: s.Status,
			Body: steadyJSON(s.Body), Answer: steadyJSON(s.Answer),
		}
		if best == nil || better(len(e.Answer), len(best.Answer)) {
			best = e
		}
	}
	return best
}

// better prefers the longest answer up to maxExample, then the shortest.
func better(n, best int) bool {
	if n <= maxExample && best <= maxExample {
		return n > best
	}
	return n < best
}

// unsteady are values that differ from run to run, and what stands for them.
var unsteady = []struct {
	form *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "0b7c3a52-6a0e-4c1d-9f3e-5d2a8c4b1e70"},
	{regexp.MustCompile(`mq_[A-Za-z0-9_-]+`), "mq_…"},
	{regexp.MustCompile(`whsec_[A-Za-z0-9+/=]+`), "whsec_…"},
	{regexp.MustCompile(`\b[0-9a-f]{64}\b`), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"}, // public keys
	{regexp.MustCompile(`("code":")[0-9]{6}"`), `${1}287082"`},                                                   // of authenticator apps
	{regexp.MustCompile(`"[a-z2-7]{4}(?:-[a-z2-7]{4}){3}"`), `"k7xq-2mfa-zt4c-ybd5"`},                            // recovery codes
	{regexp.MustCompile(`("secret":"|[?&]secret=)[A-Z2-7]{32}`), "${1}JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"},
	{regexp.MustCompile(`("secureBarcodeSeed":")[A-Z2-7]{32}`), "${1}GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"},
	{regexp.MustCompile(`\b[2-9A-HJ-NP-Z]{23}\b`), "R6S8M7HRHXEV5JH2URHQ76M"}, // barcodes
	{regexp.MustCompile(`\b[A-Z2-7]{12}\b`), "XUSJQG5GWDGB"},                  // children of access codes
	{regexp.MustCompile(`\b[A-Z2-7]{16}\b`), "FTMOWVFXOF4PTSBO"},              // codes of distributions
	{regexp.MustCompile(`\b[2-9A-HJ-NP-Z]{8}\b`), "GMRXR89K"},                 // references
	{regexp.MustCompile(`\bsim_(pi|pst)_[A-Z2-7]{26}`), "sim_${1}_KIXDEY7ZQ4VJ2RO3T6MWNBLAFH"},
	{regexp.MustCompile(`/pay/([2-9A-Z]{8})/[2-9A-HJ-NP-Z]{32}`), "/pay/${1}/2CVFNZGEXZX37JWGKC8ZXHSRDJ4MTB9Q"},
	{regexp.MustCompile(`/tickets/[A-Za-z0-9_-]+`), "/tickets/AQEFboYNbYixHVOJo4hRC-KxCxui3xE"},
	{regexp.MustCompile(`/claim/[A-Za-z0-9_-]+`), "/claim/BgEDFrAkE4XJQjiTfyZ-CdpTcIueXHo"},
	{regexp.MustCompile(`_secret_[A-Z2-7]{26}`), "_secret_UQ5ZL2HTC7XKDW3OGBN4YJRSEA"},
	{regexp.MustCompile(`\?preview=[0-9]+\.[0-9a-f]{32}`), "?preview=1812499200.2ac23774e908446494fd2d3dcecdda73"},
	{regexp.MustCompile(`("cursor":|cursor=)("?)[A-Za-z0-9_-]{16,}`), "${1}${2}AoUO4EFa3nW8AJrAy7LP97cGAgIAAXbf"},
}

func steady(text string) string {
	for _, u := range unsteady {
		text = u.form.ReplaceAllString(text, u.with)
	}
	return text
}

func steadyJSON(b []byte) json.RawMessage {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		return nil
	}
	return json.RawMessage(steady(out.String()))
}
