package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/imported"
	"marquee/handlers"
	"marquee/indexes"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// writes are requests to every route that writes, one after the other, as one who
// sells, edits, lets in and tidies up sends them.
var writes = []string{
	`POST /company/settings {"basketTimeout": 12}`,
	`POST /company/legal {"terms": "Be kind."}`,
	`POST /code-keys {}`,
	`POST /code-keys/secret {}`,
	`DELETE /code-keys {"id": 1}`,
	`POST /tax-bands {"name": "Reduced", "rate": 7}`,
	`POST /tax-bands/update {"id": $band$, "rate": 8}`,
	`DELETE /tax-bands {"id": $band$}`,
	`POST /tax-bands/restore {"id": $band$}`,
	`POST /venues {"name": "Tent", "address": "1 Quay", "city": "Hamburg", "region": "HH"}`,
	`POST /venues/update {"id": $venue$, "name": "Large tent"}`,
	`DELETE /venues {"id": $venue$}`,
	`POST /venues/restore {"id": $venue$}`,
	`POST /events {"name": "Show", "startDate": "2027-08-01 10:00:00", "endDate": "2027-08-02 10:00:00", "venueId": $venueId$}`,
	`POST /events/update {"id": $event$, "name": "Great show"}`,
	`POST /events/image {"eventId": $event$, "collection": "header", "data": "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"}`,
	`DELETE /events/image {"eventId": $event$, "collection": "header"}`,
	`POST /events/queue {"eventId": $event$, "isEnabled": true}`,
	`POST /events/codes {"eventId": $event$, "signed": "on"}`,
	`POST /events/ticket-access {"eventId": $event$, "access": "delayed", "leadHours": 24, "passes": "off"}`,
	`POST /wallet-passes {"venueId": $venueId$, "passes": "off"}`,
	`POST /company/image {"collection": "meta", "data": "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"}`,
	`DELETE /company/image {"collection": "meta"}`,
	`DELETE /events {"id": $event$}`,
	`POST /events/restore {"id": $event$}`,
	`POST /activated-events {"eventIds": [$event$]}`,
	`POST /activateEvents {"eventIDs": [$event$]}`,
	`POST /events/tickets {"eventId": $eventId$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}]}, "itemData": {"name": "Late ticket"}}`,
	`POST /events/tickets/update {"saleItemData": {"id": $saleItemId$, "validFrom": "2027-06-01 10:00:00"}}`,
	`POST /seating-plans {"venueId": $venueId$, "plan": {"name": "Hall", "focalPoint": {"x": 0, "y": 0}, "priceBands": [{"name": "A"}], "rows": [{"name": "1", "priceBand": "A", "seats": [{"name": "1", "x": 1}, {"name": "2", "x": 2}]}], "generalAdmissionAreas": [{"name": "Pit", "priceBand": "A", "capacity": 9}]}}`,
	`POST /events/seating-plan {"eventId": $event$, "planId": $plan$, "bestAvailableSeatsEnabled": true}`,
	`DELETE /events/seating-plan {"eventId": $event$}`,
	`POST /events/seating-plan {"eventId": $event$, "planId": $plan$, "bestAvailableSeatsEnabled": true}`,
	`POST /seating-plans/check {"plan": {"name": "Hall", "priceBands": [{"name": "A"}], "rows": [{"name": "1", "priceBand": "A", "seats": [{"name": "1", "x": 1}]}]}}`,
	`POST /seating-plans/update {"id": $plan$, "plan": {"name": "Large hall", "focalPoint": {"x": 0, "y": 0}, "priceBands": [{"name": "A"}], "rows": [{"name": "1", "priceBand": "A", "seats": [{"name": "1", "x": 1}, {"name": "2", "x": 2}]}], "generalAdmissionAreas": [{"name": "Pit", "priceBand": "A", "capacity": 9}]}}`,
	`POST /events/seating-plan/resync {"eventId": $event$, "dryRun": true}`,
	`DELETE /seating-plans {"id": $plan$}`,
	`POST /events/seating-plan/update {"eventId": $event$, "neighbours": "any"}`,
	`POST /seating-holds {"eventId": $event$, "name": "Friends"}`,
	`POST /seating-holds/update {"eventId": $event$, "id": 1, "name": "Crew"}`,
	`POST /seating-spaces/update {"eventId": $event$, "partId": $priceBand$, "status": "restricted", "holdId": 1}`,
	`GET /seating-spaces?eventId=$event$ {}`,
	`POST /seating-holds/places {"eventId": $event$, "id": 1, "spaceId": $standing$, "left": 1}`,
	`DELETE /seating-holds {"eventId": $event$, "id": 1}`,
	`POST /events/tickets {"eventId": $event$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}], "priceBandId": $priceBand$}, "itemData": {"name": "Seat"}}`,
	`POST /basket-items {"items": [{"id": $asked$, "quantity": 1, "bestAvailableSeats": true}]}`,
	`POST /orders/complete {"basketId": "$basket$", "paymentMethod": "cash"}`,
	`POST /order-items/move-seat {"orderItemId": $seatItem$, "spaceId": $otherSeat$}`,
	`POST /order-items/regenerate-barcode {"orderItemId": $seatItem$}`,
	`POST /order-items/secure-barcode {"orderItemId": $seatItem$, "rotating": false, "reason": "no phone"}`,
	`POST /order-items/rename {"orderItemId": $seatItem$, "namedHolder": "Grace"}`,
	`POST /order-items/notes {"orderItemId": $seatItem$, "notes": "front row"}`,
	`POST /order-items/protection {"orderItemId": $seatItem$, "status": "protected"}`,
	`POST /orders/notes {"orderId": "$basket$", "notes": "comes late"}`,
	`POST /orders/add-note {"orderId": "$basket$", "text": "rang twice"}`,
	`POST /company/settings {"billingDetails": {"name": "Isle", "address": "1 Quay", "salesTaxNumber": "DE1"}, "invoices": {"countryId": "DE"}}`,
	`POST /invoices/recipient {"orderId": "$basket$", "company": "Works", "addressLine1": "Dock 1", "postcode": "1", "city": "Hamburg", "countryId": "DE"}`,
	`POST /invoices {"orderId": "$basket$"}`,
	`POST /invoices/correct {"orderId": "$basket$", "company": "Yard", "addressLine1": "Dock 1", "postcode": "1", "city": "Hamburg", "countryId": "DE"}`,
	`POST /order-items/refund {"items": [$seatItem$]}`,
	`POST /events/products {"eventId": $eventId$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}]}, "itemData": {"name": "Mug"}}`,
	`POST /events/products/update {"saleItemData": {"id": $product$}, "itemData": {"name": "Cup"}}`,
	`POST /events/guest-lists {"eventId": $eventId$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 0}]}, "itemData": {"name": "Crew"}}`,
	`POST /events/guest-lists/update {"saleItemData": {"id": $guests$}, "itemData": {"name": "Crew and friends"}}`,
	`POST /events/guest-lists/guests {"saleItemId": $guests$, "lines": "Ada Lovelace, ada.guest@example.com, 2\nGrace", "inhibitConfirmationEmail": true}`,
	`POST /events/charities {"eventId": $eventId$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}]}, "itemData": {"name": "Boats"}}`,
	`POST /events/charities/update {"saleItemData": {"id": $charity$, "pricing": [{"currencyId": $currencyId$, "basePrice": 200}]}}`,
	`POST /gift-vouchers {"saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 2500}]}, "itemData": {"name": "Voucher"}}`,
	`POST /gift-vouchers/update {"saleItemData": {"id": $voucher$, "pricing": [{"currencyId": $currencyId$, "basePrice": 5000}]}}`,
	`POST /event-schedules {"name": "Run", "eventIds": [$event$, $eventId$]}`,
	`POST /event-schedules/update {"id": $run$, "name": "Long run"}`,
	`POST /events/season-tickets {"eventId": $event$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}], "eventIds": [$event$]}, "itemData": {"name": "Season"}}`,
	`POST /events/season-tickets/update {"saleItemData": {"id": $season$}, "itemData": {"name": "Season ticket"}}`,
	`POST /events/bundles {"eventId": $eventId$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}], "bundledItems": [{"id": $product$, "quantity": 2}]}, "itemData": {"name": "Bundle"}}`,
	`POST /events/bundles/update {"saleItemData": {"id": $bundle$, "bundledItems": [{"id": $product$, "quantity": 3}]}, "itemData": {"name": "Large bundle"}}`,
	`POST /sale-items/move {"id": $bundle$}`,
	`DELETE /sale-items {"id": $bundle$}`,
	`DELETE /sale-items {"id": $season$}`,
	`DELETE /event-schedules {"id": $run$}`,
	`POST /events/copy {"eventId": $event$, "dates": ["2027-09-01 10:00:00"]}`,
	`POST /sale-items/bulk {"items": [{"id": $saleItemId$, "itemData": {"website": "https://example.com"}}]}`,
	`POST /timeslots/series {"eventId": $event$, "start": "2027-08-01 10:00:00", "end": "2027-08-01 11:00:00", "unit": "hours", "step": 2}`,
	`DELETE /timeslots {"id": $slot$}`,
	`POST /timeslots/restore {"id": $slot$}`,
	`POST /sale-item-groups {"eventId": $eventId$, "name": "Standing", "totalStock": 1000000}`,
	`POST /sale-item-groups/update {"id": $group$, "name": "Seated"}`,
	`DELETE /sale-item-groups {"id": $group$}`,
	`POST /sale-item-groups/restore {"id": $group$}`,
	`DELETE /sale-items {"id": $product$}`,
	`POST /sale-items/restore {"id": $product$}`,
	`POST /company/users {"email": "crew@example.com", "roles": [2]}`,
	`POST /company/users/update {"id": $user$, "name": "Crew", "roles": [2, 3]}`,
	`POST /roles {"title": "Night shift", "abilities": ["orders.view"]}`,
	`POST /roles/update {"id": $role$, "abilities": ["orders.view", "orders.list"]}`,
	`DELETE /roles {"id": $role$}`,
	`POST /tokens {"name": "Bookkeeping"}`,
	`DELETE /tokens {"id": $token$}`,
	`DELETE /company/users {"id": $user$}`,
	`POST /company/users/restore {"id": $user$}`,
	`POST /admin-users/single-sign-on {"email": "crew@example.com"}`,
	`POST /reset-password {"email": "crew@example.com"}`,
	`POST /customer-groups {"name": "Friends", "stayDays": 3}`,
	`POST /customer-groups/update {"id": $friends$, "name": "Friends of the house"}`,
	`POST /customer-groups/customers {"customerGroupId": $friends$, "createCustomersIfMissing": true, "customers": [{"email": "friend@example.com", "name": "Friend"}]}`,
	`POST /customer-groups/customers/delete {"customerGroupId": $friends$, "customers": [{"email": "friend@example.com"}]}`,
	`DELETE /customer-groups {"id": $friends$}`,
	`POST /customer-groups/restore {"id": $friends$}`,
	`POST /customers/single-sign-on {"email": "friend@example.com", "name": "Friend", "generateCustomerToken": true}`,
	`DELETE /customers/token {"customerToken": "unknown"}`,
	`POST /customers {"email": "new@example.com", "firstName": "New", "surname": "Guest"}`,
	`POST /customers/update {"id": $customerId$, "firstName": "Renamed"}`,
	`POST /events/update {"id": $eventId$, "timezone": "Europe/Paris", "settings": {"maxTicketsPerCustomer": 1000000}}`,
	`POST /basket-items {"items": [{"id": $saleItemId$, "quantity": 2}], "customerId": $customerId$, "cancelExistingBasket": true, "basketId": "$basketId$"}`,
	`POST /basket-items/update {"basketId": "$basket$", "itemId": $saleItemId$, "quantity": 3}`,
	`POST /discount-codes/fixed {"code": "FIVE", "amount": 5}`,
	`POST /discount-codes/fixed/update {"code": "FIVE", "maximumUses": 1000000, "maxUsesPerCustomer": 1000000}`,
	`POST /discount-codes/percentage {"code": "TENTH", "amount": 10, "saleItems": [$saleItemId$]}`,
	`POST /discount-codes/percentage/update {"code": "TENTH", "amount": 11}`,
	`POST /discount-codes/children {"id": $code$, "quantity": 10}`,
	`DELETE /discount-codes {"id": $code$}`,
	`POST /discount-codes/restore {"id": $code$}`,
	`POST /discount-codes/buy-x-get-y {"code": "PAIR", "amount": 50, "conditionSaleItemId": $saleItemId$, "conditionSaleItemQuantity": 1, "targetSaleItemId": $saleItemId$, "targetSaleItemQuantity": 1}`,
	`POST /discount-codes/buy-x-get-y/update {"code": "PAIR", "maxUsesPerOrder": 1}`,
	`POST /basket/discounts {"basketId": "$basket$", "code": "FIVE"}`,
	`DELETE /basket/discounts {"basketId": "$basket$"}`,
	`POST /basket/discounts {"basketId": "$basket$", "code": "FIVE"}`,
	`POST /fees {"name": "Booking", "amount": 100}`,
	`POST /fees/update {"id": $fee$, "amount": 150}`,
	`DELETE /fees {"id": $fee$}`,
	`POST /fees/restore {"id": $fee$}`,
	`POST /fees {"name": "Post", "amount": 490, "delivery": "shipped", "eventId": $eventId$}`,
	`POST /basket/delivery-method {"basketId": "$basket$", "deliveryMethodId": $fee$}`,
	`POST /fees {"name": "Service", "kind": "percent", "percent": 5, "per": "item", "eventId": $eventId$}`,
	`POST /basket-items/update {"basketId": "$basket$", "itemId": $saleItemId$, "quantity": 4}`,
	`POST /access-codes {"code": "FRIENDS", "saleItems": [$saleItemId$], "maximumUses": 1000000, "maxUsesPerCustomer": 1000000}`,
	`POST /access-codes/update {"code": "FRIENDS", "events": [$eventId$]}`,
	`POST /access-codes/children {"id": $family$, "quantity": 10}`,
	`DELETE /access-codes {"id": $family$}`,
	`POST /access-codes/restore {"id": $family$}`,
	`POST /access-codes {"code": "OTHERS", "saleItems": [$saleItemId$], "maximumUses": 1000000}`,
	`POST /basket/access-codes {"basketId": "$basket$", "accessCode": "OTHERS"}`,
	`DELETE /basket/access-codes {"basketId": "$basket$"}`,
	`POST /basket/access-codes {"basketId": "$basket$", "accessCode": "OTHERS"}`,
	`POST /orders/complete {"basketId": "$basket$", "paymentMethod": "cash"}`,
	`POST /events/tickets {"eventId": $eventId$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}]}, "itemData": {"name": "Press", "requiresApproval": true}}`,
	`POST /basket-items {"items": [{"id": $asked$, "quantity": 2}], "customerId": $customer$}`,
	`POST /orders/complete {"basketId": "$basket$"}`,
	`POST /orders/revoke-links {"orderId": "$basket$"}`,
	`POST /orders/resend-confirmation {"orderId": "$orderId$"}`,
	`POST /invoices {"orderId": "$orderId$"}`,
	`POST /invoices/send {"invoiceId": $invoice$}`,
	`POST /mails/send {"state": "dead"}`,
	`POST /mail-settings {"attachTickets": true}`,
	`POST /mail-texts {"kind": "order-confirmation", "language": "de", "subject": "Hallo", "body": "Text"}`,
	`POST /mail-texts/preview {"kind": "order-confirmation", "language": "de", "subject": "Hallo", "body": "Text"}`,
	`DELETE /mail-texts {"kind": "order-confirmation", "language": "de"}`,
	`POST /mail-suppressions {"email": "nobody@example.com"}`,
	`DELETE /mail-suppressions {"email": "nobody@example.com"}`,
	`POST /events/notify {"eventId": $eventId$, "kind": "event-changed"}`,
	`POST /saved-reports {"name": "Sold", "reportId": 1, "schedule": {"every": "daily", "at": "06:30", "to": ["boss@example.com"]}}`,
	`POST /saved-reports/run {"id": $saved$}`,
	`DELETE /saved-reports {"id": $saved$}`,
	`POST /messages {"texts": [{"language": "en", "subject": "Coat", "body": "It will be cold."}], "eventIds": [$eventId$]}`,
	`POST /messages/update {"id": $message$, "came": null}`,
	`DELETE /messages {"id": $message$}`,
	`POST /messages {"texts": [{"language": "en", "subject": "Coat", "body": "It will be cold."}], "eventIds": [$eventId$]}`,
	`POST /messages/send {"id": $message$}`,
	`POST /messages/stop {"id": $message$}`,
	`POST /bank-statements {"text": "Date;Amount;Reference;Payer\n2027-06-01;22,50;something;Ada\n"}`,
	`POST /bank-transfers/set-aside {"id": 1, "reason": "rent"}`,
	`POST /saved-views {"list": "orders", "name": "Due", "filter": "view=due"}`,
	`POST /saved-views/update {"id": $view$, "name": "Overdue"}`,
	`DELETE /saved-views {"id": $view$}`,
	`POST /webhooks {"url": "https://receiver.example.com/", "kinds": ["order-completed", "order-changed"]}`,
	`POST /webhooks/update {"id": $webhook$, "name": "Bookkeeping"}`,
	`POST /webhooks/secret {"id": $webhook$}`,
	`POST /webhooks/test {"id": $webhook$}`,
	`POST /webhook-calls/send {"webhookId": $webhook$}`,
	`DELETE /webhooks {"id": $webhook$}`,
	`POST /orders/extend {"orderId": "$basket$", "expiresAt": "2027-07-01 10:00:00"}`,
	`POST /order-item/approve {"orderItems": [{"saleItemId": $asked$, "customerEmail": "new@example.com", "approve": true}]}`,
	`DELETE /baskets {"basketId": "$basket$"}`,
	`POST /orders/reactivate {"orderId": "$basket$"}`,
	`DELETE /baskets {"basketId": "$basket$"}`,
	`POST /basket/recover {"customerId": $customer$}`,
	`POST /basket/extend {"basketId": "$basket$"}`,
	`POST /basket-items {"items": [{"id": $saleItemId$, "quantity": 2}], "customerId": $customerId$}`,
	`POST /basket-items/destroy {"basketId": "$basket$", "itemId": $saleItemId$}`,
	`DELETE /baskets {"basketId": "$basket$"}`,
	`POST /company/settings {"isDemo": true}`,
	`POST /basket-items {"items": [{"id": $saleItemId$, "quantity": 2}]}`,
	`POST /checkout/create-payment-intent {"basketId": "$basket$"}`,
	`POST /checkout/simulate {"paymentIntentId": "$intent$", "outcome": "approved"}`,
	`POST /checkout/capture-payment-intent {"basketId": "$basket$", "paymentIntentId": "$intent$"}`,
	`POST /questions {"question": "Vegetarian?", "type": "radio", "options": [{"value": "Yes"}, {"value": "No"}]}`,
	`POST /questions/update {"id": $question$, "description": "For the kitchen"}`,
	`POST /question-fields {"questionId": $question$, "assignedToEntity": "events", "assignedToId": $eventId$}`,
	`POST /question-fields/update {"id": $field$, "isRequired": true}`,
	`POST /data-capture-responses {"responses": [{"fieldId": $field$, "orderId": $orderId$, "answer": "yes"}]}`,
	`POST /question-fields/move {"id": $field$}`,
	`POST /question-options/move {"id": $question$001}`,
	`DELETE /question-fields {"id": $field$}`,
	`POST /question-fields/restore {"id": $field$}`,
	`DELETE /questions {"id": $question$}`,
	`POST /questions/restore {"id": $question$}`,
	`POST /orders/upload {"purchases": [{"uuid": "till", "currencyId": $currencyId$, "date": "2027-06-01 11:00:00", "paymentMethod": "cash", "items": [{"id": $saleItemId$, "price": 5}]}]}`,
	`POST /events/update {"id": $eventId$, "startDate": "2027-06-02 10:00:00", "endDate": "2027-06-03 10:00:00"}`,
	`POST /resale-settings {"enabled": true}`,
	`POST /basket-items {"items": [{"id": $saleItemId$, "quantity": 1}], "customerName": "Seller", "customerEmail": "seller@example.com"}`,
	`POST /orders/complete {"basketId": "$basket$", "paymentMethod": "cash"}`,
	`POST /resale/listings {"orderItems": [{"orderItemId": $seatItem$}]}`,
	`DELETE /resale/listing?orderItemId=$seatItem$ {}`,
	`POST /resale-contracts {"orderItemId": $seatItem$}`,
	`POST /resale-contracts/delete {"orderItemId": $seatItem$}`,
	`POST /resale/settlements {"resaleContractIds": [1, 2]}`,
	`POST /orders/modify {"orderId": "$basket$"}`,
	`DELETE /baskets {"basketId": "$basket$"}`,
	`POST /transfers {"orderItemIds": [$seatItem$], "overrideSharing": true}`,
	`POST /transfers/link {"id": $transfer$}`,
	`POST /transfers/cancel {"id": $transfer$}`,
	`POST /transfers {"orderItemIds": [$seatItem$], "customerEmail": "heir@example.com", "customerName": "Heir", "overrideSharing": true}`,
	`POST /transfers/claim {"token": "$claim$"}`,
	`POST /events/update {"id": $eventId$, "settings": {"isOnlineOnly": true, "shareTicketsAfterPurchaseEnabled": true, "transfersByPurchaserOnly": false, "namedHoldersBoxOffice": "optional"}}`,
	`POST /transfers/onward {"ticketsUrl": "$tickets$", "orderItemIds": [$seatItem$]}`,
	`POST /transfers/onward/cancel {"ticketsUrl": "$tickets$", "id": $transfer$}`,
	`POST /basket-items {"items": [{"id": $saleItemId$, "quantity": 2}], "customerId": $customer$, "autocomplete": true, "paymentMethod": "cash"}`,
	`POST /orders/purchaser {"orderId": "$basket$", "customerEmail": "next@example.com", "customerName": "Next", "moveItems": true, "newBarcodes": true}`,
	`POST /distributions {"orderId": "$basket$", "saleItemId": $saleItemId$, "total": 2, "perPerson": 1}`,
	`POST /distributions/update {"id": $share$, "isOpen": true}`,
	`POST /distributions/claim {"code": "$shareCode$", "customerEmail": "heir@example.com", "quantity": 1}`,
	`POST /basket-items {"items": [{"id": $saleItemId$, "quantity": 1}]}`,
	`POST /basket-items/names {"basketId": "$basket$", "items": [{"orderItemId": $unit$, "namedHolder": "Grace"}]}`,
	`DELETE /baskets {"basketId": "$basket$"}`,
	`POST /visibility-groups {"name": "Hall A"}`,
	`POST /visibility-groups/update {"id": $visible$, "name": "Hall B"}`,
	`POST /events/users {"eventId": $eventId$, "userIds": []}`,
	`DELETE /visibility-groups {"id": $visible$}`,
	`POST /payment-terms {"deposit": {"salesChannels": ["box_office"], "percent": 30, "minimums": {"EUR": 1}}}`,
	`POST /basket-items {"items": [{"id": $saleItemId$, "quantity": 2}]}`,
	`POST /orders/complete {"basketId": "$basket$", "paymentMethod": "cash", "paymentPlan": {"type": "deposit"}}`,
	`POST /orders/balance {"orderId": "$basket$", "paymentMethod": "cash"}`,
	`POST /orders/refund {"orderId": "$basket$", "refundProcessingFee": false}`,
	`POST /basket-items {"items": [{"id": $saleItemId$, "quantity": 2}]}`,
	`POST /orders/pay-later {"basketId": "$basket$", "method": "payment-link"}`,
	`POST /wallet-settings {"topupExpiryDays": 365}`,
	`POST /cashless-topups {"saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 1000}]}, "itemData": {"name": "Top-up"}}`,
	`POST /cashless-topups/update {"saleItemData": {"id": $topup$}, "itemData": {"name": "Ten"}}`,
	`POST /basket-items {"items": [{"id": $topup$, "quantity": 2}], "customerId": $customerId$}`,
	`POST /orders/complete {"basketId": "$basket$", "paymentMethod": "cash"}`,
	`POST /wallets/adjust {"customerId": $customerId$, "currencyId": $currencyId$, "amount": 500, "reason": "Sorry"}`,
	`POST /wallets/freeze {"nfcId": "04:AA", "frozen": true, "reason": "Lost"}`,
	`POST /wallets/payouts/initiate?customerId=$customerId$&currencyId=$currencyId$&amount=100`,
	`POST /wallets/payouts/confirm?walletTransactionId=$payout$`,
	`POST /wallets/payouts/initiate?customerId=$customerId$&currencyId=$currencyId$&amount=100`,
	`POST /wallets/payouts/cancel?walletTransactionId=$payout$`,
	`POST /wallets/cashout?customerId=$customerId$&currencyId=$currencyId$&amount=100`,
	`POST /wallets/merge {"fromCustomerId": $customerId$, "intoCustomerId": $customer$}`,
	`POST /orders/refund {"orderId": "$basket$", "type": "balance_refund"}`,
	`POST /zones {"eventId": $eventId$, "name": "Bar", "scan": "auto"}`,
	`POST /zones/update {"id": $zone$, "saleItemIds": [$saleItemId$]}`,
	`POST /zones/check {"zoneId": $zone$, "barcode": "$barcode$"}`,
	`POST /zones/scan {"uuid": "one", "zoneId": $zone$, "barcodes": ["$barcode$"], "scan": "in", "ignoreCapacity": "1"}`,
	`POST /entry/tickets {"uuid": "two", "tickets": [{"barcode": "$barcode$", "eventId": $eventId$, "scannedOn": "2027-06-01 12:00:00"}]}`,
	`POST /shops {"name": "Bar"}`,
	`POST /shops/update {"id": $till$, "offlineLimit": 100}`,
	`POST /shops/products {"shopId": $till$, "saleItemData": {"pricing": [{"currencyId": $currencyId$, "basePrice": 100}]}, "itemData": {"name": "Beer"}}`,
	`POST /shops/products/update {"saleItemData": {"id": $beer$}, "itemData": {"name": "Lager"}}`,
	`DELETE /shops {"id": $till$}`,
	`POST /shops/restore {"id": $till$}`,
	`POST /guestdata {"events": [{"id": $eventId$, "limit": 10}]}`,
	`POST /basket-items {"items": [{"id": $guests$, "quantity": 2}], "autocomplete": true, "paymentMethod": "cash"}`,
	`POST /order-item/approve {"orderItems": [{"orderItemId": $seatItem$, "approve": true}]}`,
	`PUT /guestdata {"guests": [{"id": $seatItem$, "attended": 1}]}`,
	`POST /tickets/pair {"barcode": "$barcode$", "nfc-id": "AA", "event-id": "$eventId$", "uuid": "three"}`,
	`POST /orders/admit-tickets {"orderId": $orderId$}`,
	`DELETE /zones {"id": $zone$}`,
	`POST /zones/restore {"id": $zone$}`,
	`POST /events {"name": "Rained off", "startDate": "2027-08-01 10:00:00", "endDate": "2027-08-02 10:00:00", "venueId": $venueId$, "isCancelled": true}`,
	`POST /event-refunds {"eventId": $event$}`,
	`POST /event-refunds/stop {"id": $eventRefund$}`,
	`POST /imports {"type": "customers", "name": "people.csv", "file": "ZW1haWwsbmFtZQp0aWRlQGV4YW1wbGUuY29tLFRpZGUK"}`,
	`POST /imports/map {"id": $import$}`,
	`POST /imports/cancel {"id": $import$}`,
	`POST /orders/bulk {"ids": [$orderId$], "action": "resend"}`,
	`POST /customers/merge {"keepCustomerId": $customerId$, "mergeCustomerId": $customer$}`,
	`DELETE /customer {"id": $customerId$, "force": true}`,
	`POST /events {"name": "Draft", "startDate": "2027-08-01 10:00:00", "endDate": "2027-08-02 10:00:00", "venueId": $venueId$, "isPublished": false}`,
	`POST /events/request-approval {"eventId": $event$}`,
	`POST /events/reject-approval {"eventId": $event$, "reason": "Which hall?"}`,
}

// elsewhere are routes that this test leaves to others: they write nothing that a
// company's data could lie in the way of.
var elsewhere = []string{"POST /login", "POST /setup", "POST /payment-keys", "POST /payment-keys/test", "DELETE /payment-keys", "POST /me", "POST /mail-server", "POST /mail-server/test", "DELETE /mail-server", "POST /pass-keys", "DELETE /pass-keys", "POST /system/backup", "POST /system/restore-trial", "POST /second-factor", "POST /second-factor/confirm", "DELETE /second-factor", "POST /logout", "POST /companies", "POST /companies/parent", "POST /gift-vouchers/redeem", "POST /wallets/transactions/confirm", "POST /imports/approve", "POST /orders/rebook",
	"POST /devices/block", "POST /devices/unblock", "POST /leases", "POST /leases/take-back", "DELETE /leases", "POST /door-devices/undo", "DELETE /door-devices", "POST /entry-doubles/seen",
	"DELETE /sessions", "POST /company/users/invite", "DELETE /company/users/second-factor", "POST /payments/settle", "POST /messages/test", "POST /bank-transfers/confirm", "POST /bank-transfers/reopen"}

// TestWritesStayFlat holds that no write costs more in a company that has sold much:
// more customers, orders, tickets, overdue baskets and events are not more reads,
// writes or bytes.
func TestWritesStayFlat(t *testing.T) {
	kvtest.SingleGoroutine(t)
	const few, many = 350, 1_400 // both beyond what anybody looks at
	small, large := costsOfWrites(t, few), costsOfWrites(t, many)
	for i, request := range writes {
		for name, n := range figures(small[i]) {
			if have := figures(large[i])[name]; have > n+n/4+20 && (!strings.Contains(name, "bytes") || have > n+n/4+4000) {
				t.Errorf("%s: %d %s with %d of everything, %d with %d", request, n, name, few, have, many)
			}
		}
	}
}

func routeOf(request string) string {
	method, after, _ := strings.Cut(request, " ")
	path, _, _ := strings.Cut(after, " ")
	path, _, _ = strings.Cut(path, "?")
	return method + " " + path
}

// figures are the costs that are compared.
func figures(c kvtest.Counts) map[string]int {
	return map[string]int{
		"reads": c.Gets, "scans": c.Scans, "entries": c.Pairs, "writes": c.Puts + c.Deletes,
		"bytes read": c.BytesRead, "bytes written": c.BytesWritten,
	}
}

// costsOfWrites sends the requests to a company with so many of everything.
func costsOfWrites(t *testing.T, size int) []kvtest.Counts {
	t.Helper()
	clock := apptest.NewClock()
	engine := mem.New(mem.Options{Clock: clock.Now})
	t.Cleanup(func() { _ = engine.Close() })
	meter := kvtest.Meter(engine)
	w := apptest.New(t, apptest.Calm(), apptest.WithClock(clock), apptest.On(meter))
	h := handlers.New(w.App, handlers.Options{})
	s := stock(t, w, h, w.A, "Flat")
	crowd(t, w, s, size)
	made := map[string]string{
		"POST /tax-bands": "band", "POST /venues": "venue", "POST /events": "event", "POST /events/products": "product", "POST /sale-item-groups": "group", "POST /gift-vouchers": "voucher", "POST /cashless-topups": "topup", "POST /access-codes": "family", "POST /fees": "fee", "POST /event-schedules": "run", "POST /events/season-tickets": "season",
		"POST /events/bundles": "bundle", "POST /events/guest-lists": "guests", "POST /events/charities": "charity",
		"POST /basket-items": "basket", "POST /zones": "zone", "POST /shops": "till", "POST /shops/products": "beer", "POST /seating-plans": "plan", "POST /discount-codes/percentage": "code",
		"POST /event-refunds": "eventRefund", "POST /basket/recover": "basket", "POST /questions": "question", "POST /question-fields": "field", "POST /events/tickets": "asked", "POST /customers": "customer",
		"POST /orders/modify": "basket", "POST /company/users": "user", "POST /roles": "role", "POST /tokens": "token", "POST /customer-groups": "friends", "POST /webhooks": "webhook", "POST /saved-reports": "saved", "POST /saved-views": "view", "POST /messages": "message", "POST /visibility-groups": "visible", "POST /distributions": "share", "POST /imports": "import",
	}
	costs := make([]kvtest.Counts, len(writes))
	for i, request := range writes {
		method, after, _ := strings.Cut(request, " ")
		for name, text := range s.refs {
			after = strings.ReplaceAll(after, "$"+name+"$", text)
		}
		path, body, _ := strings.Cut(after, " ")
		clock.Jump(time.Second)
		meter.Reset()
		answer := s.make(method, path, body)
		costs[i] = meter.Reset()
		if ref, ok := dig(answer, "paymentIntentId").(string); ok {
			s.refs["intent"] = ref
		}
		if bands, ok := dig(answer, "data", "attributes", "priceBands").([]any); ok && len(bands) > 0 {
			s.ids["priceBand"] = number(dig(bands[0], "id"))
		}
		if spaces, ok := dig(answer, "spaces").([]any); ok {
			s.ids["standing"] = number(dig(spaces[len(spaces)-1], "id"))
		}
		if units, ok := dig(answer, "orderItems").([]any); ok && len(units) > 0 {
			s.ids["seatItem"], s.ids["otherSeat"] = number(dig(units[0], "id")), number(dig(units[0], "spaceId"))+1
		}
		if lines, ok := dig(answer, "items").([]any); ok && len(lines) > 0 {
			if units, ok := dig(lines[0], "ids").([]any); ok && len(units) > 0 {
				s.ids["unit"] = number(units[0])
			}
		}
		if rows, ok := dig(answer, "data").([]any); ok && strings.HasPrefix(path, "/wallets/payouts/initiate") {
			s.ids["payout"] = number(dig(rows[0], "id"))
		}
		if link, ok := dig(answer, "data", "attributes", "claimUrl").(string); ok {
			s.refs["claim"], s.ids["transfer"] = link, number(dig(answer, "data", "id"))
		}
		if code, ok := dig(answer, "data", "attributes", "code").(string); ok && path == "/distributions" {
			s.refs["shareCode"] = code
		}
		if link, ok := dig(answer, "data", "attributes", "ticketsUrl").(string); ok {
			s.refs["tickets"] = link
		}
		if id := number(dig(answer, "invoices", "id")); id != 0 {
			s.ids["invoice"] = id
		}
		if slot := number(dig(answer, "data", "relationships", "eventTimeslots", "data", "id")); slot != 0 {
			s.ids["slot"] = slot
		}
		if name := made[method+" "+path]; name != "" {
			if s.ids[name] = number(dig(answer, "data", "id")); s.ids[name] == 0 {
				s.ids[name] = number(dig(answer, "id"))
			}
		}
	}
	return costs
}

// crowd adds a number of customers, venues, events with something on sale, orders that
// one customer holds, and baskets whose time is up.
func crowd(t *testing.T, w *apptest.World, s *stocker, size int) {
	t.Helper()
	now := w.Clock.Now()
	past := func(status order.Status, customerID int64) imported.PastOrder {
		return imported.PastOrder{
			Reference: order.NewReference(w.App), Status: status, CurrencyID: w.A.Currency().ID, Channel: catalog.APIChannel,
			Method: order.Cash, CustomerID: customerID, CreatedAt: now.Add(-time.Hour), CompletedAt: now.Add(-time.Hour), ExpiresAt: now.Add(-time.Minute),
			Lines: []imported.PastLine{{SaleItemID: s.ids["saleItemId"], Quantity: 1, Barcodes: []string{order.NewBarcode(w.App)}}},
		}
	}
	inA(t, w, func(tx app.Tx) error {
		unlimited, err := catalog.SetTotal(tx, catalog.LayerSaleItem, s.ids["saleItemId"], nil)
		if err != nil || unlimited.Total != nil {
			return fmt.Errorf("%v, %w", unlimited, err)
		}
		return nil
	})
	for from := 0; from < size; from += 100 {
		inA(t, w, func(tx app.Tx) error {
			var orders []imported.PastOrder
			for i := range min(100, size-from) {
				if err := crowdOne(tx, w, from+i); err != nil {
					return err
				}
				orders = append(orders, past(order.Complete, s.ids["customerId"]), past(order.Active, 0))
			}
			_, err := imported.Import(tx, orders)
			return err
		})
	}
}

func crowdOne(tx app.Tx, w *apptest.World, i int) error {
	if err := indexes.Forge(customer.Customers).Insert(tx, &customer.Customer{Name: "Guest", Email: fmt.Sprintf("crowd%d@example.com", i)}); err != nil {
		return err
	}
	city, err := catalog.CityOf(tx, catalog.City{Name: "Hamburg", Region: "HH"})
	if err != nil {
		return err
	}
	if err := indexes.Forge(catalog.Venues).Insert(tx, &catalog.Venue{Name: "Hall", Address: "1 Quay", City: "Hamburg", Region: "HH", CityID: city.ID}); err != nil {
		return err
	}
	e := catalog.Event{Name: "Another", Start: w.Clock.Now().Add(time.Hour), End: w.Clock.Now().Add(2 * time.Hour), Timezone: "UTC", Published: true}
	if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
		return err
	}
	if err := catalog.PortsOf(tx).EventCreated(tx, &e); err != nil {
		return err
	}
	item := catalog.InventoryItem{Name: "Seat", Type: catalog.Ticket}
	if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &item); err != nil {
		return err
	}
	return indexes.Forge(catalog.SaleItems).Insert(tx, &catalog.SaleItem{EventID: e.ID, ItemID: item.ID, Type: item.Type})
}

// TestEveryWriteIsWeighed holds that no route that writes is forgotten above.
func TestEveryWriteIsWeighed(t *testing.T) {
	w := apptest.New(t)
	var weighed []string
	for _, request := range writes {
		weighed = append(weighed, routeOf(request))
	}
	for _, r := range handlers.Routes(w.App) {
		at := r.Method + " " + r.Path
		if r.Method != http.MethodGet && !slices.Contains(weighed, at) && !slices.Contains(elsewhere, at) {
			t.Errorf("%s: is not among the writes that are weighed", at)
		}
	}
}
