package resale

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"marquee/app/money"
)

// TestWorkedPrices holds the arithmetic against cases that were worked by hand.
func TestWorkedPrices(t *testing.T) {
	text, err := os.ReadFile("../../testdata/resale.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		n++
		at, name, _ := strings.Cut(line, "|")
		want := map[string]int64{}
		s := Share{}
		for _, f := range strings.Fields(at) {
			key, value, _ := strings.Cut(f, "=")
			v, err := strconv.ParseInt(value, 10, 64)
			if err != nil && key != "payer" {
				t.Fatalf("line %d: %s", i+1, f)
			}
			switch key {
			case "payer":
				s.Payer = Payer(value)
			case "percent":
				s.SellerPercent = v * money.PercentUnit
			case "max":
				s.Max = v
			case "asked":
				s.Asked = &v
			default:
				want[key] = v
			}
		}
		q := Quote{Price: want["price"], Fees: want["fees"]}
		parts := s.Spread(q.Price, []int64{want["resale"] - want["resale"]/3, want["resale"] / 3})
		q.Contribution = parts[0] + parts[1]
		q.ResaleFees = want["resale"] - q.Contribution
		if q.Contribution != want["pays"] || q.Display() != want["buyer"] || q.Proceeds() != want["seller"] {
			t.Errorf("line %d,%s: the seller pays %d and gets %d, the buyer pays %d", i+1, name, q.Contribution, q.Proceeds(), q.Display())
		}
		if q.Display()+q.Contribution != q.Price+q.Fees+want["resale"] || q.Proceeds() < 1 {
			t.Errorf("line %d,%s: does not add up: %+v", i+1, name, q)
		}
	}
	if n < 25 {
		t.Errorf("only %d cases", n)
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		must         string
		strategy     Strategy
		below, above int64 // percent
		paid, live   int64
		least, most  int64
	}{
		{"be what was paid", PurchasePrice, 50, 50, 2250, 3000, 2250, 2250},
		{"be around what was paid", AroundPurchase, 20, 20, 2250, 3000, 1800, 2700},
		{"be around what it costs now", AroundLive, 20, 20, 2250, 3000, 2400, 3600},
		{"round the margins half up", AroundPurchase, 10, 10, 1005, 0, 904, 1106},
		{"never be nothing", AroundPurchase, 100, 0, 1000, 0, 1, 1000},
		{"go far above", AroundPurchase, 0, 1000, 1000, 0, 1000, 11000},
		{"never be more than a price can be", AroundPurchase, 0, 1000, money.MaxAmount, 0, money.MaxAmount, money.MaxAmount},
	} {
		t.Run(c.must, func(t *testing.T) {
			r := Rules{Strategy: c.strategy, Below: c.below * money.PercentUnit, Above: c.above * money.PercentUnit}
			if least, most := r.bounds(c.paid, c.live); least != c.least || most != c.most {
				t.Errorf("%d to %d, want %d to %d", least, most, c.least, c.most)
			}
		})
	}
}
