// A house with curved rows, and an event in it.
import { api } from './shop.mjs'

/** A plan of curved rows, as a house has them. */
export function plan(rows) {
  const seat = (row, n, all) => {
    const [r, turn] = [10 + row * 1.2, (n - (all - 1) / 2) * 0.06]
    return { name: String(n + 1), x: Math.round(r * Math.sin(turn) * 100) / 100, y: Math.round((r * Math.cos(turn) - 10) * 100) / 100 }
  }
  return {
    name: 'Lake Stage, summer', focalPoint: { x: 0, y: -3 },
    priceBands: [{ name: 'Front' }, { name: 'Middle' }, { name: 'Back' }],
    rows: Array.from({ length: rows }, (_, i) => ({ name: 'ABCDEFGHJKLM'[i], priceBand: ['Front', 'Middle', 'Back'][Math.floor(i / 4)], seats: Array.from({ length: 20 + i }, (_, n) => seat(i, n, 20 + i)) })),
    generalAdmissionAreas: [{ name: 'Lawn', priceBand: 'Back', capacity: 200 }],
  }
}

/** An event with seats, some of which are sold. */
export async function house() {
  const venue = (await api('POST', '/venues', { name: 'Lake Stage', address: '1 Shore', city: 'Town', region: 'Region' })).data.id
  const stored = (await api('POST', '/seating-plans', { venueId: venue, plan: plan(11) })).data.id
  const day = (n) => new Date(Date.now() + n * 86_400_000).toISOString()
  const event = (await api('POST', '/events', { name: 'Lanterns by the Lake', startDate: day(30), endDate: day(31), venueId: venue, isPublished: true, onSale: true })).data.id
  const given = (await api('POST', '/events/seating-plan', { eventId: event, planId: stored, bestAvailableSeatsEnabled: true })).data
  const currency = (await api('GET', '/sale-items?eventId=1')).saleItems[0].currencyId
  for (const [i, band] of given.attributes.priceBands.entries()) {
    await api('POST', '/events/tickets', { eventId: event, saleItemData: { pricing: [{ currencyId: currency, basePrice: [7400, 5800, 4200][i] }], priceBandId: band.id }, itemData: { name: band.name, hasUnlimitedStock: true } })
  }
  const { spaces } = await api('GET', `/seating-spaces?eventId=${event}`)
  const { id } = await api('POST', '/basket-items', { items: spaces.filter((s, i) => s.capacity === 1 && (i * 7) % 3 === 0).slice(0, 60).map((s) => ({ spaceId: s.id })) })
  await api('POST', '/orders/complete', { basketId: id, paymentMethod: 'cash' })
  return { event, stored }
}
