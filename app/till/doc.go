// Package till is the shops of a festival: tills with products of their own, and what a
// device may do there.
//
// # RULES
//
//   - A shop has a name, the users who may work in it, and products: sale items of the type
//     cashless_product, each of one shop. Users see their own shops; whoever edits the
//     company sees all. To others a shop does not exist.
//   - Its settings say which payments its devices offer, and whether they sell to people
//     who are no customers. They tell devices; what a user may do is decided by abilities.
//   - A device that is alone takes cash without a limit: the money is in its drawer. By
//     other methods it takes no more than the offline limit of its shop, 0 unless told,
//     until it is connected again. What counts is when it sold, over all of its uploads, each
//     sale once: a device that uploads in pieces has one limit. So the worst loss of an evening without a network is the limit
//     times the number of devices. What a device took beyond that is kept when it is
//     uploaded, for the money was taken; its orders say so, and so does the answer.
//   - A shop whose products were sold is not deleted, so that reports can name it; it is
//     hidden instead. Its products are not on sale in the web shop.
//
// The map: record.go is the record, write.go makes and changes shops, read.go shows them; alone.go
// is what devices took while they were alone.
package till
