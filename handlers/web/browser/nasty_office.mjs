// Looks at the pages of the office at the festival that breaks pages, and at what people wrote into it
// that must never run:
//
//	node browser/nasty_office.mjs ./marquee
//
// SHOTS names a folder for pictures; ONLY is the beginning of the name of the only page that is
// looked at, SPEAKS are the only languages.
import { randomUUID } from 'node:crypto'
import { languages, phoneAndDesk, visit } from './lib/nasty.mjs'
import { api, base, buyer, heart, password, problems, run } from './lib/shop.mjs'

/** What each run looks at, in every width. */
const first = { home: '', events: '/events', new: '/events/new', event: '/events/1', basics: '/events/1/basics', tickets: '/events/1/tickets', ticket: '/events/1/tickets/2', search: '/search?q=an', customers: '/customers', customer: '/customers/1', 'customer-edit': '/customers/1/edit', 'customer-erase': '/customers/1/erase', merge: '/customers/1/merge/2', groups: '/customers/groups', 'new-group': '/customers/groups/new', orders: '/orders' }

// The events of the festival: the main one, one with times, one with seats, one that is on today.
const [main, slots, seats, today] = ['/events/1', '/events/2', '/events/3', '/events/13']

/** Would run, where a page took what people write for a part of itself. */
const runs = '<img src=x onerror="globalThis.ran=1">"\'><script>globalThis.ran=1</script>'
/** A word that fits nowhere. */
const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabteilungsvorsteherin'

/** What people wrote everywhere. What is left are the pages of it. */
async function hostile() {
  const made = async (at, body) => {
    const answer = await api('POST', at, body)
    return answer.data?.id ?? answer.id ?? answer.data?.[0]?.id
  }
  const event = await api('GET', '/sale-items?eventId=13')
  const item = event.saleItems.find((s) => s.name === 'Eintritt').id
  await made('/zones', { eventId: 13, name: `${runs} ${long}`, minAge: 18, capacity: 5, saleItemIds: [item] })
  const hold = await made('/seating-holds', { eventId: 3, name: runs, releaseAt: '2031-07-02T18:00:00Z' })
  await made('/seating-holds', { eventId: 3, name: long })
  await made('/questions', { question: `${long} ${runs}?`, type: 'select', options: [{ value: runs }, { value: long }] })
  const code = await made('/discount-codes/percentage', { code: long.toUpperCase().replace(/[^A-Z]/g, '').slice(0, 50), amount: 15, events: [1], maximumUses: 50 })
  const access = await made('/access-codes', { code: 'X'.repeat(50), saleItems: [item] })
  const message = await made('/messages', { eventIds: [1], texts: [{ language: 'de', subject: `${long} ${runs}`, body: `${runs}\n\n[${long}](javascript:globalThis.ran=1)\n\n**${long}**` }] })
  const role = await made('/roles', { title: `${long} ${runs}`, abilities: ['orders.refund'] })
  const user = await made('/company/users', { email: `${'l'.repeat(60)}@veranstaltungsgesellschaft.example.org`, name: `${runs} ${long}`, roles: [role] })
  const hook = await made('/webhooks', { name: runs, url: `https://example.org/${'langer-pfad-'.repeat(15)}?${encodeURIComponent(runs)}`, kinds: ['order-completed'] })
  const group = await made('/visibility-groups', { name: `${long} ${runs}`.slice(0, 100) })
  const fee = await made('/fees', { name: `${runs} ${long}`.slice(0, 100), amount: 150, per: 'order', eventId: 1 })
  const together = await made('/sale-item-groups', { eventId: 1, name: `${long} ${runs}`.slice(0, 100), description: runs, totalStock: 5000 })
  const report = await made('/saved-reports', { name: `${long} ${runs}`.slice(0, 100), reportId: 7 })
  await api('POST', '/saved-views', { list: 'orders', name: runs.slice(0, 60), filter: 'view=due' }).catch(() => undefined)
  const order = await api('POST', '/orders/complete', { basketId: (await api('POST', '/basket-items', { uuid: randomUUID(), items: [{ id: item, quantity: 2 }] })).id, paymentMethod: 'cash', customerName: `${runs} ${long}`, customerEmail: 'boese@example.org' })
  const { reference, items } = await api('GET', `/order?orderId=${order.id}`)
  await api('POST', '/orders/add-note', { orderId: order.id, text: `${runs} ${long}` })
  await api('POST', '/bank-statements', { text: `Date;Amount;Reference;Payer\n2026-07-01;9.99;${runs.replaceAll(/[;"]/g, '')} ${long};${long}\n` })
  await doubtful(item)
  return {
    'order-hostile': `/orders/${reference}`, refund: `/orders/${reference}/refund`, 'order-buyer': `/orders/${reference}/buyer`, 'order-item': `/orders/${reference}/items/${items[0].id}`,
    hold: `/events/3/seats/holds/${hold}`, code: `${main}/codes/discount/${code}`, 'code-access': `/codes/access/${access}`, message: `${main}/messages/${message}`,
    role: `/roles/${role}`, 'event-group': `/groups/${group}`, fee: `${main}/tickets/fees/${fee}`, 'sale-group': `${main}/tickets/groups/${together}`, person: `/people/${user}`, 'person-end': `/people/${user}/end`, webhook: `/settings/webhooks/${hook}`, 'report-kept': `/reports/${report}`,
  }
}

/** A payment whose gateway gave no answer. */
async function doubtful(item) {
  const { id } = await api('POST', '/basket-items', { uuid: randomUUID(), items: [{ id: item, quantity: 1 }] })
  const intent = await api('POST', '/checkout/create-payment-intent', { basketId: id })
  await api('POST', '/checkout/simulate', { paymentIntentId: intent.paymentIntentId, outcome: 'silent' })
  await api('POST', '/orders/complete', { basketId: id, transactionId: `${intent.transactionId}`, capture: true }).catch(() => undefined)
}

/** All that is left of the office, once it is full of what people wrote. */
const rest = {
  copy: main + '/copy', times: slots + '/times', page: main + '/page', poster: main + '/poster', questions: main + '/questions', queue: '/events/5/queue', 'queue-on': '/events/4/queue', table: main + '/tickets/table', 'ticket-new': main + '/tickets/new',
  'sale-groups': main + '/tickets/groups', 'new-sale-group': main + '/tickets/groups/new', fees: main + '/tickets/fees', 'new-fee': main + '/tickets/fees/new', 'new-fee-tiers': main + '/tickets/fees/new?kind=tiers', resale: main + '/tickets/resale',
  seats: seats + '/seats', 'seats-none': main + '/seats', 'new-hold': seats + '/seats/holds/new', draw: seats + '/seats/draw',
  'event-orders': today + '/orders', live: today, door: today + '/door', zone: today + '/door/zones/new', guests: today + '/guests', 'guests-new': today + '/guests/new', 'guests-print': today + '/guests/print',
  codes: '/codes', 'event-codes': main + '/codes', 'codes-access': '/codes/access', 'new-code': main + '/codes/new/percentage', 'new-code-bxgy': main + '/codes/new/bxgy', 'new-code-access': '/codes/new/access',
  messages: '/messages', 'event-messages': main + '/messages', 'new-message': main + '/messages/new',
  reports: '/reports', report: '/reports/7', turned: '/reports/23?event=13', came: '/reports/20',
  doubt: '/money/doubt', payments: '/money/payments', transfers: '/money/transfers', refunds: '/money/refunds', 'event-refund': '/money/refunds/6', accounts: '/money/accounts', 'money-resale': '/money/resale', 'resale-rules': '/money/resale/rules', vouchers: '/money/vouchers', ledger: '/money/ledger',
  people: '/people', invited: '/people?state=invited', invite: '/people/new', roles: '/roles', 'new-role': '/roles/new', devices: '/devices', me: '/me', 'event-groups': '/groups',
  settings: '/settings', 'settings-found': '/settings?q=a', 'settings-mailtext': '/settings/mailtexts/order-confirmation', 'settings-tax': '/settings/taxes/1', changed: '/settings/changed', hooks: '/settings/webhooks',
  ...Object.fromEntries(['name', 'money', 'invoices', 'legal', 'shop', 'changes', 'accounts', 'papertickets', 'mails', 'apps', 'cards', 'mailserver', 'imports', 'mailtexts', 'taxes', 'terms', 'pictures', 'passkeys'].map((slug) => ['settings-' + slug, '/settings/' + slug])),
}

/** The owner, signed in at Home. */
async function owner(locale) {
  const page = await buyer({ locale, scheme: locale === 'fr' ? 'dark' : 'light' })
  page.on('dialog', (d) => { problems.push(`${page.url()}: says ${d.message()}`); void d.dismiss() })
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  return page
}

/** Looks at the page with all unfolded but menus, after what was written had its chance to run. */
async function seen(page, name, language) {
  await page.evaluate(() => { for (const d of document.querySelectorAll('main details:not(.menu)')) d.open = true })
  await phoneAndDesk(page, name, language)
  if (await page.evaluate(() => globalThis.ran)) problems.push(`${name}: runs what people wrote`)
}

await run(async () => {
  const written = heart ? undefined : await hostile()
  for (const language of heart ? ['de'] : process.env.SPEAKS?.split(',') ?? languages) {
    const page = await owner(language)
    const home = page.url()
    for (const [name, at] of Object.entries(first)) await visit(page, `office ${name}`, home + at, language)
    if (written) {
      for (const [name, at] of Object.entries({ ...rest, ...written })) await visit(page, `office ${name}`, home + at, language, undefined, seen)
      await visit(page, 'office system', base + '/office/system', language, undefined, seen)
    }
    await page.close()
  }
})
