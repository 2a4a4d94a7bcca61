package event

import (
	"strings"

	"marquee/app/catalog"
	"marquee/handlers/web/office/screen"
)

// stockSaid is what how many there are of a ticket means, beside what is sold of it, how many there
// are at all events together, and the places of its group.
func stockSaid(v *screen.Visit, it *catalog.SaleItemView, groups []catalog.GroupView) string {
	said := []string{v.View.T("office.stock_help")}
	if all := it.Global.Total; all != nil {
		said = []string{v.View.T("office.stock_of_all", "n", *all)}
	}
	if taken := it.Stock.Sold + it.Stock.Reserved; taken > 0 {
		said = append(said, v.View.T("office.stock_taken", "n", taken))
	}
	for i := range groups {
		if g := &groups[i]; g.ID == it.GroupID && g.Stock.Total != nil {
			said = append(said, v.View.T("office.stock_of_group", "n", *g.Stock.Total, "name", g.Name))
		}
	}
	return strings.Join(said, " ")
}

// savedStock says that a ticket was saved, and where fewer were asked for than are sold or in baskets
// already, how many there are now.
func savedStock(v *screen.Visit, _ any) string {
	for _, f := range v.Body.Forms() {
		asked := f.Sent.Get("saleItemData.totalStock")
		if asked == "" || asked == f.Sent.Get("was.saleItemData.totalStock") {
			continue
		}
		e, err := ReadEvent(v)
		if err != nil {
			break
		}
		if it := e.Item(v.ID("item")); it != nil && it.Stock.Total != nil && screen.Number(*it.Stock.Total) != strings.TrimSpace(asked) {
			return v.View.T("office.stock_kept", "n", *it.Stock.Total)
		}
	}
	return v.View.T("office.saved")
}
