package page

import (
	"math/rand/v2"
	"testing"

	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// colour reads a token that PaletteOf made.
func colour(t *testing.T, hex string) rgb {
	t.Helper()
	c, ok := parseColour(hex)
	if !ok {
		t.Fatalf("%q is no colour", hex)
	}
	return c
}

// TestEveryColourCanBeRead: whatever a company chooses, text and shapes keep their
// contrast in both themes, and nearly always the button has just the colour chosen.
func TestEveryColourCanBeRead(t *testing.T) {
	is := is.New(t)
	random := rand.New(rand.NewPCG(1, 2))
	kept := 0
	n := 10_000 / kvtest.Fewer(20)
	themes := []struct {
		ground
		ink string
	}{{lightGround, "#14181F"}, {darkGround, "#F2F4F7"}}
	for range n {
		given := rgb{uint8(random.Uint32()), uint8(random.Uint32()), uint8(random.Uint32())}
		p := PaletteOf(given.hex())
		for i, tokens := range []Tokens{p.Light, p.Dark} {
			g, on, tint := themes[i].ground, colour(t, tokens.On), colour(t, tokens.Tint)
			text, edge := colour(t, tokens.Text), colour(t, tokens.Edge)
			for _, c := range []struct {
				what        string
				a, b        rgb
				least, real float64
			}{
				{"text on the button", colour(t, tokens.Fill), on, 4.5, 0},
				{"text on it under a pointer", colour(t, tokens.Hover), on, 4.5, 0},
				{"edge on the page", edge, g.page, 3, 0},
				{"edge on a card", edge, g.card, 3, 0},
				{"link on the page", text, g.page, 4.5, 0},
				{"link on a card", text, g.card, 4.5, 0},
				{"link on a tint", text, tint, 4.5, 0},
				{"ink on a tint", colour(t, themes[i].ink), tint, 9, 0},
			} {
				if got := contrast(c.a, c.b); got < c.least {
					t.Fatalf("%s, dark %v: %s has %.2f", given.hex(), g.dark, c.what, got)
				}
			}
		}
		if p.Light.Fill == given.hex() {
			kept++
		}
	}
	is.True(kept > n*9/10) // the fill is as given
}

func TestPalettes(t *testing.T) {
	for _, c := range []struct {
		given string
		light Tokens // the parts that are known
	}{
		{"#F2A33A", Tokens{Fill: "#F2A33A", On: "#14181F"}},
		{"#0E5A6B", Tokens{Fill: "#0E5A6B", On: "#FFFFFF", Edge: "#0E5A6B", Text: "#0E5A6B"}},
		{"#fe0", Tokens{Fill: "#FFEE00", On: "#14181F"}},
		{"#111111", Tokens{Fill: "#111111", On: "#FFFFFF", Edge: "#111111", Text: "#111111"}},
		{"#FFFFFF", Tokens{Fill: "#FFFFFF", On: "#14181F", Tint: "#FFFFFF"}},
		{"", Tokens{Fill: "#14181F", On: "#FFFFFF"}},
		{"url(x)", Tokens{Fill: "#14181F", On: "#FFFFFF"}},
	} {
		t.Run(c.given, func(t *testing.T) {
			is := is.New(t)
			got := PaletteOf(c.given).Light
			is.Equal(got.Fill, c.light.Fill)
			is.Equal(got.On, c.light.On)
			for _, part := range [][2]string{{got.Edge, c.light.Edge}, {got.Text, c.light.Text}, {got.Tint, c.light.Tint}} {
				if part[1] != "" {
					is.Equal(part[0], part[1])
				}
			}
			is.True(got.Hover != got.Fill) // a pointer is seen
		})
	}
}
