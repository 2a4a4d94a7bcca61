package reach

import (
	"marquee/app/mail"
	"marquee/handlers/web/office/screen"
)

// draftAgain makes a draft of a message anew that was thrown away.
func draftAgain(v *screen.Visit) (string, any) {
	m := v.Body.It.(*messageBody).draft
	if m == nil {
		return "", nil
	}
	return "POST messages", draftBody(m)
}

func draftBody(m *mail.Circular) map[string]any {
	texts := make([]map[string]string, len(m.Texts))
	for i, t := range m.Texts {
		texts[i] = map[string]string{"language": t.Language, "subject": t.Subject, "body": t.Body}
	}
	body := map[string]any{"texts": texts}
	for name, ids := range map[string][]int64{"eventIds": m.To.EventIDs, "saleItemIds": m.To.SaleItemIDs} {
		if len(ids) > 0 {
			body[name] = ids
		}
	}
	if m.To.GroupID != 0 {
		body["customerGroupId"] = m.To.GroupID
	}
	if m.To.Came != "" {
		body["came"] = string(m.To.Came)
	}
	return body
}
