// Package sales sells: it fills baskets, changes them, turns them into orders and
// ends those whose time is up.
//
// A basket is an order whose status is active, so nothing is copied when a
// basket becomes an order: stock moves from reserved to sold, barcodes are
// issued, a transaction is noted, and the status changes, all in one
// transaction of the store.
//
// # The map
//
//   - A command loads a draft (draft.go, resolve.go), looks at what the rules rest on (look.go),
//     has package rules decide, moves the stock (reserve.go, seats.go) and stores all of it once
//     (draft_store.go).
//   - rules decides: it is pure, and sees values only.
//   - add.go, change.go, discount.go, access.go, delivery.go, names.go, link.go fill baskets and change
//     them. complete.go turns them into orders, later.go lets orders wait for their payment, and
//     waiting.go ends or prolongs that. expire.go ends what is overdue, overdue.go as much of it as
//     a buyer does who needs the stock.
//   - settle.go says what pays and how much is paid at once, wallet.go what wallets pay.
//   - pay_capture.go takes the money of payments by card, pay_outcome.go does what follows from it,
//     however late. Package pay opens them.
//   - modify_done.go lets an order take the place of another, with its money; package modification
//     begins that. resold.go sells what other buyers offer. leave.go does what was decided about the
//     order of which items leave.
//   - Packages refund, approval, recovery, sold and imported are what else is done with orders; quote
//     says what things cost.
//
// Records, states and reads are package order's, prices package money's.
//
// # Who meets whom
//
// Two buyers of one thing meet at its stock counters (and at the event's, which
// is where a customer's limit is decided), two tills on one basket at the order,
// two baskets of one customer at the unique index of live baskets, two calls with
// one uuid at the stored answer.
//
// # RULES
//
//   - A basket belongs to the user who made it, and does not exist for others but those
//     who edit orders. An order that waits is paid for at any till that may look orders up.
//   - A basket holds items of its own company. One of a company below that is refused with the
//     name of who sells it; those of others do not exist.
//   - A call fills the basket it names, else the live basket that its caller made for the
//     customer, else a new one. Who may not see customers does not learn which e-mails are
//     known: the name is needed with each. A basket of another channel does not exist for it. Currency and
//     customer count only for a new basket. A name without an e-mail makes no
//     customer: it is the reserver's name.
//   - Adding is all or nothing. What a basket would hold is looked at in this order:
//     on sale, customer group, access code, price in the currency, size, several events, approval, minimum,
//     maximum and multiples, companions, limit per customer, amount, stock. Every
//     refusal is told at once, one for each sale item.
//   - An order has one donation of a kind, whatever its amount: sale items of one inventory
//     item are variants of it.
//   - A change of the content gives the basket its full time again; reading does not,
//     nor does setting the quantity that is there. A line that is touched costs what
//     it costs now on the channel that it was priced for; one that is not keeps the price it
//     was shown with.
//   - A bundle is one unit with a price; what it brings are units of their own that cost
//     nothing, take stock, and have barcodes. These are never changed, counted for minimum
//     and maximum, charged fees or reduced by themselves: they come and go with the bundle,
//     which needs approval when they do.
//   - Below the sale item's minimum, raised to the next multiple, a line goes as a
//     whole. Add-ons go with what they hang on. Units that cannot be reduced stay.
//   - Items that need approval are not mixed with others, nor with what others sell on;
//     fees and donations go with either. Where the company has approvals switched off, guests alone are approved. An order of such items awaits approval, whatever the method, for as long
//     as staff say, else for ever.
//   - What awaits approval is not paid for, whoever asks: approving is said by itself.
//   - Items are decided about one by one. What is rejected is no part of the order any
//     more, with what hangs on it: its stock is free at once and it is not paid for.
//     When nothing is undecided, the rest awaits its payment by a link, is complete
//     if nothing is due, or the order is rejected if nothing was approved. A decision is
//     not reversed, but whoever may decide can still complete a rejected order, if its
//     stock is there. Guests are decided about after their order went through; one who
//     paid is not rejected.
//   - Every change gives a basket its full time again, but it lives no longer than three times
//     that since its first unit. It is extended as often as the company allows; since its content changed no
//     longer than three times its time, or as many as it may be extended. The last
//     expired basket of a customer without an open one is recovered as a new one, with
//     what of it can still be bought.
//   - Where the tax depends on the country of the buyer it is that of the customer of the
//     basket, and of who completes it: the total may be another one then. What waits for its
//     payment keeps its tax.
//   - A link hands a basket over to a browser: a secret of 160 bits, good as long as the
//     basket. It leads nowhere else than to web addresses.
//   - What tills sold while they were offline is kept as they say: prices are believed,
//     stock that is not there is taken, no rule applies. Each sale is kept once, by its
//     uuid. An upload with anything wrong in it is refused as a whole. What passes the
//     offline limit of a shop is marked and told.
//   - An order of another system is kept at the prices that it was sold for there, and was
//     paid there. Whoever takes it in may sell it, and say that it was paid in this way. It credits
//     no account here, but by those who may change accounts. Its stock has to be there. Its barcodes are kept as they are printed, and
//     are not those of anything else.
//   - What has expired can be made a basket again by those who may change orders, with
//     all that it held or not at all.
//   - In the shop and at kiosks nothing is paid for, and no payment opened, before every
//     required question is answered. What others sell is sold without, and what nobody
//     answered keeps its tickets from being downloaded.
//   - A sale item may be for the members of groups, and each customer may be allowed so many
//     of it over all orders; nobody is signed up for a guest list twice. Who has named
//     nobody is held to that when the order completes.
//   - Completing looks again at cancelled events and at the limits per customer, not
//     at sale windows. A code that counts by itself and does no more drops out. A split has at least two parts, each above zero, that add up.
//     Where nothing is due any method is taken.
//   - A basket has one discount code and one access code; another takes its place. Their
//     uses are counted for orders, not for baskets: of two who race for the last one the
//     first to complete has it, and the other keeps the basket.
//   - A discount code that was entered beats those that count by themselves. Of these one
//     counts at a time; it is chosen anew at each change of the basket. What waits keeps its
//     code when part of it is rejected.
//   - Stock moves with the basket: reserved when added, sold when completed, back
//     when removed or expired. An overdue basket of somebody else is ended when its
//     stock is needed. One that cannot be read keeps its own and stops nobody.
//   - A payment by card is opened for what is due, and taken only while as much is due.
//     From then on until the gateway has answered the order is being paid: it keeps its
//     stock, cannot be changed and does not expire. A card that is refused gives the
//     basket back, for two minutes at least; or the order has failed when its customer
//     has begun another basket. A gateway that has not decided after 15 minutes costs the
//     order its stock; one that never answers leaves the order unknown, with its stock,
//     for somebody to look at.
//   - Money that comes when its order has expired buys the tickets again, if all are
//     there and the events take place, and no other part was to be paid by hand; else it is
//     given back and the order has failed.
//   - Money that was taken, and whose order nobody completes within two minutes,
//     completes it.
//   - A payment link leads to the order also when that is paid. It ends when another takes its
//     place, when the order is somebody else's, and when it is a basket again.
//   - A basket can be paid later: by whoever has a link, by invoice, on site, or with a
//     voucher. It is an order then that keeps its stock. A link is good for as long as the
//     terms say; a new one takes the place of the one before, and the order keeps a hash of
//     it alone. An invoice is for a customer and one event, and waits as many days as the
//     terms say. With instant access its tickets are good at once, until the order ends
//     without its money. On site it waits for ever where no date was set, and for a
//     voucher until the gateway says that it was paid or has expired. Whoever may change
//     orders completes what was paid as agreed without naming a method.
//   - Where a deposit is offered a basket is held by it: the order is partially paid, keeps
//     its stock and has no tickets yet. The balance is paid at once and once, by any method
//     or in parts, until it is due; then the order expires, its stock is free, and the
//     deposit is kept. Money that was on its way is waited for as long as the order would
//     have waited. A balance is not paid complimentary, and no deposit is given back.
//   - An order that is paid for and of which nothing was used, given back, given on or sold
//     on can be changed: a basket of the same takes its place when it is bought. Until then,
//     or until the basket ends, the order is locked. What stays in the basket keeps its price,
//     stock and seat; what is taken out is back when the basket is bought. What was paid is
//     carried over, without the fees that the company keeps, and the difference is paid at once.
//     All barcodes are new. The order that gave way is refunded into the one that took its
//     place. That is worth less only where the company allows it, and never at the box
//     office: the rest goes to the wallet of the customer or, when the seller accepts that,
//     is kept with the order that gave way.
//   - Where the company allows it staff, or buyers, move items to other dates of their schedule,
//     or to other slots, at the same price: an order takes the place of the order at once. Its
//     fees are those that were paid, to the cent: one of an item goes with it, one of an event
//     once nothing is left there. Another open basket of the customer, the size of baskets and
//     baskets of one event are not in the way.
//   - A sold item that stands and is not locked can be given another barcode, another name,
//     or another holder. Which barcodes it had is kept.
//   - A barcode has the form that its event says at that moment: plain, signed or rotating.
//     Staff can give one ticket a code that does not rotate; their reason is kept.
//   - A refund voids items of an order that went through and gives back what they cost, less
//     what was given back before and what is kept of it: fees that are named, a cancellation
//     fee, and the order's deposit, which holds all fees. An absorbed fee is inside its price
//     and always goes back. Whoever asks may void without money, and give it back later.
//     Buyers do not give back themselves what another buyer sold on: its seller has the money.
//   - What cannot be refunded is left out of a selection: what is void, a voucher that was
//     redeemed, the content of a bundle without its lead. Fees go with what brought them,
//     fees of the whole order with its last item; add-ons stay unless they are named.
//   - Money goes back to the transactions that brought it, in proportion to what is left of
//     each, or as the caller says. Over a gateway it goes only when that is asked for, and
//     where it came from; else somebody hands it over. Nothing goes back that was not paid.
//   - An order has one refund at a time that a gateway is asked about. Until it has answered
//     the items are as they were and nothing else of the order is refunded; when it refuses,
//     nothing happened.
//   - An order is partially refunded as long as something of it stands, refunded when nothing
//     does and money went back, cancelled when none did.
//   - An answer is read in the transaction that it reports.
//   - Whoever holds sales.override may lift rules for one call, each by its name: stock,
//     on-sale dates, minimum, maximum, multiples, the limit per customer, companions.
//     Everything else stands for everybody. The order notes what was needed and who
//     lifted it; that stays lifted for what lies in the basket and when it is completed,
//     not for what is added later. Stock that was oversold is below zero until as much
//     came back, and nobody else gets of it.
//   - A refusal says why, with the type that machines know and a sentence for people:
//     what is in the way, from when, of which there is how much.
package sales
