package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
)

// does asks for an operation on a page.
func (b *browser) does(page, op string, values url.Values) (int, string) {
	b.t.Helper()
	return b.post("/office/"+b.alias+page+"?do="+url.QueryEscape(op), values)
}

// TestSomebodyIsInvitedAndLeaves: the whole life of an access on the pages.
func TestSomebodyIsInvitedAndLeaves(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	status, text := b.does("/people/new", "POST company/users", url.Values{"email": {"jonas@example.com"}, "name": {"Jonas"}, "roles": {"", "1"}, "invite": {"true"}})
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "Box office") && strings.Contains(text, "company%2Fusers%2Finvite")) // it waits to be taken
	jonas, err := company.ReadUser(t.Context(), b.w.App, b.w.A.Owner, company.UserKey{Email: "jonas@example.com"}, false)
	is.NoErr(err)
	at := fmt.Sprintf("/people/%d", jonas.User.ID)
	_, text = b.get("/people?state=invited")
	is.True(strings.Contains(text, "jonas@example.com"))

	id := []string{fmt.Sprint(jonas.User.ID)}
	_, text = b.does(at, "POST company/users/update", url.Values{"id": id, "was.roles": {"1"}, "roles": {"", "1"}, "abilities": {"", "orders.refund"}})
	is.True(strings.Contains(text, "added"))
	now, err := company.ReadUser(t.Context(), b.w.App, b.w.A.Owner, company.UserKey{ID: jonas.User.ID}, false)
	is.NoErr(err)
	is.Equal(now.Member.Abilities, []app.Ability{app.Refund})

	who := b.as("jonas@example.com") // a password was set, and they sign in
	_, text = b.get(at)
	session := regexp.MustCompile(`name="id" value="(\d+)"><button class="b sm soft">`).FindStringSubmatch(text)
	is.True(session != nil)
	status, _ = b.does(at, "DELETE sessions", url.Values{"id": {session[1]}})
	is.Equal(status, http.StatusOK)
	_, text = who.get("/me")
	is.True(strings.Contains(text, `name="password"`)) // asks to sign in

	_, text = b.get(at + "/end")
	is.True(strings.Contains(text, "What ends"))
	status, _ = b.does(at+"/end", "DELETE company/users", url.Values{"id": id})
	is.Equal(status, http.StatusOK)
	_, text = b.get("/people?state=ended")
	is.True(strings.Contains(text, "jonas@example.com"))
}

// TestATokenIsShownOnce: on the page that answers, and nowhere else.
func TestATokenIsShownOnce(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, text := b.does("/me", "POST tokens", url.Values{"name": {"Bookkeeping"}, "until": {""}})
	is.True(strings.Contains(text, "mq_"))
	_, text = b.get("/me")
	is.True(strings.Contains(text, "Bookkeeping") && !strings.Contains(text, "mq_"))
	_, text = b.does("/me", "POST second-factor", url.Values{"password": {"no boats"}})
	is.True(!strings.Contains(text, "<svg class=\"symbol") && strings.Contains(text, `role="alert"`))
	_, text = b.does("/me", "POST second-factor", url.Values{"password": {password}})
	is.True(strings.Contains(text, "second-factor%2Fconfirm"))
}

// TestRolesAreToldAsJobs: a role of one's own is made and deleted; nobody changes those that come with
// the program.
func TestRolesAreToldAsJobs(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, text := b.does("/roles/new", "POST roles", url.Values{"title": {"Evenings"}, "abilities": {"", "orders.refund", "orders.view"}})
	is.True(strings.Contains(text, "Evenings") && strings.Contains(text, "Refund"))
	role := regexp.MustCompile(`/roles/(\d+)">Evenings`).FindStringSubmatch(text)
	is.True(role != nil)
	status, _ := b.get("/roles/1")
	is.Equal(status, http.StatusNotFound)
	_, text = b.does("/roles/"+role[1], "DELETE roles", url.Values{"id": {role[1]}})
	is.True(!strings.Contains(text, "Evenings</a>"))
}
