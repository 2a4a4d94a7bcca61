package bench

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const (
	// codeGoal is how much longer an add may take where the basket has a code.
	codeGoal = 1.25
	// codedLines is how many lines the basket has after the add, and codedAdds how many
	// adds are timed of each kind; the medians count.
	codedLines = 10
	codedAdds  = 100
)

// codes times the add of a tenth line to a basket without a code, and with one of each
// kind: a percentage takes something off the new line, a fixed amount is shared anew by
// all of them.
func (c *comparison) codes() {
	items := make([]int64, codedLines)
	for i := range items {
		items[i] = c.s.hotSale(c.t)
	}
	percent, fixed := "P"+rand.Text()[:10], "F"+rand.Text()[:10]
	c.s.post("/v1/discount-codes/percentage", http.StatusCreated, `{"code":%q,"amount":10}`, percent)
	c.s.post("/v1/discount-codes/fixed", http.StatusCreated, `{"code":%q,"amount":500}`, fixed)
	took := map[string][]time.Duration{}
	for range codedAdds {
		for _, code := range []string{"", percent, fixed} {
			took[code] = append(took[code], c.s.addTenth(items, code))
		}
	}
	plain := median(took[""])
	for _, one := range []struct{ name, code string }{{"percentage", percent}, {"fixed", fixed}} {
		with := median(took[one.code])
		c.atMost(fmt.Sprintf("add to a basket of %d lines with a %s code ÷ without", codedLines, one.name),
			with.Seconds()/plain.Seconds(), codeGoal, 0, "%s ms, %s ms", milliseconds(with), milliseconds(plain))
	}
}

// addTenth fills a basket but for one line, puts a code on it and times the last add.
func (s *hotStore) addTenth(items []int64, code string) time.Duration {
	var lines []string
	for _, id := range items[:len(items)-1] {
		lines = append(lines, fmt.Sprintf(`{"id":%d,"quantity":1}`, id))
	}
	var basket struct{ ID json.Number }
	if err := json.Unmarshal(s.post("/v1/basket-items", http.StatusCreated, `{"items":[%s]}`, strings.Join(lines, ",")), &basket); err != nil {
		panic(err)
	}
	if code != "" {
		s.post("/v1/basket/discounts", http.StatusOK, `{"basketId":%s,"code":%q}`, basket.ID, code)
	}
	start := time.Now()
	s.post("/v1/basket-items", http.StatusOK, `{"basketId":%s,"items":[{"id":%d,"quantity":1}]}`, basket.ID, items[len(items)-1])
	return time.Since(start)
}
