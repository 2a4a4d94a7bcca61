package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/company"
	"marquee/app/customer"
)

// TestWhoSitsThereIsAskedAgain: a while after the log-in an erasure asks for a password or a code,
// and goes on with what the form had sent once it has one.
func TestWhoSitsThereIsAskedAgain(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	zoe, err := customer.Create(t.Context(), b.w.App, b.w.A.Owner, customer.Fields{Name: new("Zoé"), Email: new("zoe@example.com")})
	is.NoErr(err)
	at := fmt.Sprintf("/office/%s/customers/%d", b.alias, zoe.ID)
	erase := func(more url.Values) (int, string) {
		values := url.Values{"id": {fmt.Sprint(zoe.ID)}, "force": {"false"}}
		for name, all := range more {
			values[name] = all
		}
		return b.post(at+"/erase?do="+url.QueryEscape("DELETE customer"), values)
	}
	there := func() bool {
		status, _ := b.get(strings.TrimPrefix(at, "/office/"+b.alias))
		return status == http.StatusOK
	}

	b.w.Clock.Jump(company.ProofLife + time.Minute)
	status, text := erase(nil)
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(text, `name="proof.password"`) && strings.Contains(text, fmt.Sprintf(`name="id" value="%d"`, zoe.ID)))
	is.True(there())
	status, text = erase(url.Values{"proof.password": {"no boats"}})
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(text, `role="alert"`) && !strings.Contains(text, "no boats"))
	is.True(there())
	status, text = b.send("GET", at+"/data", nil)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, `name="proof.password"`)) // the file is not given out either
	status, _ = erase(url.Values{"proof.password": {password}})
	is.Equal(status, http.StatusOK)
	is.True(!there())
}
