// The seats of an event: a hold that ends, seats chosen on the plan and in the list, a plan that is
// drawn anew and taken over:
//
//	node browser/seats.mjs ./marquee
//
// Each page is looked at by axe. SHOTS names a folder for pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { house, plan } from './lib/house.mjs'
import { api, base, buyer, heart, look, password, run } from './lib/shop.mjs'

let event, stored

/** A browser in which the owner signed in, at the seats. */
async function promoter(way = {}) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  await page.goto(`${page.url()}/events/${event}/seats`)
  return page
}

/** Seats are held on the plan, and given back in the list by keyboard. */
async function holding() {
  const page = await promoter({ width: 1280 })
  await look(page, 'seats 1280')
  await page.keyboard.press('n')
  await page.getByLabel('Name').fill('Band and guests')
  await page.getByRole('button', { name: 'Make the hold' }).click()
  await page.getByText('The hold is there.').waitFor()
  await page.locator('[data-tool=row]').click()
  await page.locator('svg[data-map] [data-seat]').first().click()
  const chosen = page.locator('[data-chosen]')
  assert.match(await chosen.innerText(), /^20 seats chosen/)
  await page.locator('[data-tool=one]').click()
  await page.locator('svg[data-map] [data-seat]').first().click()
  assert.match(await chosen.innerText(), /^19 seats chosen/)
  await look(page, 'seats chosen 1280')
  await page.locator('.seat-do').getByRole('button', { name: 'Hold' }).click()
  await page.getByText('The seats are held.').waitFor()
  await page.getByText('back on sale: never').waitFor()
  const held = (await api('GET', `/seating-spaces?eventId=${event}`)).spaces.filter((s) => s.holdId)
  assert.equal(held.length, 19)

  await page.locator('.seat-row summary').first().focus()
  if (!await page.locator('.seat-row').first().evaluate((d) => d.open)) await page.keyboard.press('Enter')
  await page.locator('.seat-row').first().getByRole('checkbox').nth(1).focus()
  await page.keyboard.press('Space')
  assert.match(await chosen.innerText(), /^1 seat chosen/)
  await page.locator('.seat-do').getByRole('button', { name: 'Give back' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The seats are on sale again.').waitFor()
  await look(page, 'seats held 1280')
  await page.close()
}

/** A hold with an end, on a phone without scripts. */
async function phone() {
  const page = await promoter({ scripts: false })
  await look(page, 'seats 360')
  await page.getByRole('link', { name: 'New hold' }).click()
  await page.getByLabel('Name').fill('Press')
  await page.getByLabel('Back on sale').fill('2031-07-02T18:00')
  await look(page, 'seats hold 360')
  await page.getByRole('button', { name: 'Make the hold' }).click()
  await page.getByText('back on sale: 2 July').waitFor()
  await page.locator('.seat-row').last().locator('summary').click()
  await page.locator('.seat-row').last().getByRole('checkbox').last().check()
  await page.locator('.seat-do select').selectOption({ label: 'Press' })
  await page.locator('.seat-do').getByRole('button', { name: 'Hold' }).click()
  await page.getByText('The seats are held.').waitFor()
  await page.close()
}

/** The plan gets a row more; a seat that is sold and gone stands in the way. */
async function taking() {
  const drawn = plan(12)
  await api('POST', '/seating-plans/update', { id: stored, plan: drawn })
  const page = await promoter({ width: 1280 })
  await page.getByRole('link', { name: 'See what it changes' }).click()
  await page.getByText('31 seats are new').waitFor()
  await look(page, 'seats take over 1280')
  await page.getByRole('button', { name: 'Take 31 changes over' }).click()
  await page.getByText('The event is sold from the new plan.').waitFor()

  await api('POST', '/seating-plans/update', { id: stored, plan: { ...drawn, rows: drawn.rows.slice(1) } })
  await page.goto(page.url().split('?')[0] + '/take-over')
  await page.getByText('This cannot be taken over:').waitFor()
  await look(page, 'seats blocked 1280')
  await page.close()
}

/** A plan is drawn: rows with an aisle, a table, another name by keyboard, and saved as a revision. */
async function drawing() {
  const page = await promoter({ width: 1280 })
  await page.getByRole('link', { name: 'Draw', exact: true }).click()
  await page.locator('.plan-board').waitFor()
  await look(page, 'seats draw 1280')
  await page.getByLabel('Rows', { exact: true }).fill('2')
  await page.getByLabel('Seats in a row').fill('10')
  await page.getByRole('button', { name: 'Add the rows' }).click()
  await page.getByText('2 rows chosen').waitFor()
  for (let n = 0; n < 20; n++) await page.getByRole('button', { name: 'Move back' }).click()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await look(page, 'seats draw list 1280')
  await page.keyboard.press('Escape')
  await page.locator('.plan-row', { hasText: 'row, 10 seats' }).first().locator('input').focus()
  await page.keyboard.press('Space')
  await page.getByText('1 row chosen').waitFor()
  await page.getByRole('button', { name: 'Aisle behind 5' }).click()
  assert.equal(await page.getByRole('button', { name: 'Aisle behind 5' }).getAttribute('aria-pressed'), 'true')
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.equal(await page.getByRole('button', { name: 'Aisle behind 5' }).getAttribute('aria-pressed'), 'false')
  await page.getByRole('button', { name: 'Do again' }).click()
  await page.getByLabel('Name of seat 1', { exact: true }).fill('2')
  await page.getByLabel('Name of seat 10').focus()
  await page.getByRole('button', { name: /2 twice$/ }).waitFor()
  await look(page, 'seats draw problem 1280')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Save as a new revision' }).click()
  await page.waitForURL(/\/seats/)
  const { revisions } = await api('GET', `/seating-plan/revisions?id=${stored}`)
  const { plan: now } = await api('GET', `/seating-plan/export?id=${stored}`)
  assert.equal(revisions[0].spaces, now.rows.reduce((n, r) => n + r.seats.length, 0) + 1)
  assert.equal(now.rows.filter((r) => r.seats.length === 10).length, 2)
  assert.equal(now.rows.some((r) => r.seats.length === 10 && r.seats[4].gapAfter), true)
  await page.close()
}

/** Without scripts a plan is changed as a text. */
async function text() {
  const page = await promoter({ scripts: false })
  await page.getByRole('link', { name: 'Draw', exact: true }).click()
  await look(page, 'seats draw text 360')
  const plan = JSON.parse(await page.locator('textarea').inputValue())
  plan.rows[0].seats[1].name = plan.rows[0].seats[0].name
  await page.locator('textarea').fill(JSON.stringify(plan))
  await page.getByRole('button', { name: 'Save as a new revision' }).click()
  await page.getByText('is there twice', { exact: false }).first().waitFor()
  plan.rows[0].seats[1].name = 'new'
  await page.locator('textarea').fill(JSON.stringify(plan))
  await page.getByRole('button', { name: 'Save as a new revision' }).click()
  await page.getByText('The revision is saved.').waitFor()
  await page.close()
}

async function everywhere() {
  for (const way of [{ scheme: 'dark' }, { width: 1280, scheme: 'dark', locale: 'de' }, { locale: 'fr' }, { locale: 'de' }]) {
    const page = await promoter(way)
    await look(page, `seats ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    await page.close()
  }
}

const tests = { holding, phone, taking, drawing, text, everywhere }
await run(async () => {
  ({ event, stored } = await house())
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere') continue
    await test()
  }
})
