// Package savedview keeps views of lists: a name for the filters and the order that somebody looks
// at a list with.
//
// # RULES
//
//   - A view belongs to who made it, and nobody else sees it, unless it is shared: then everybody in
//     the company does. To share one, and to change or delete a shared one, asks for company.edit.
//   - A view says how a list is looked at, never what somebody may see there.
//   - What a list does not know of a view's filters is left out by the list.
package savedview
