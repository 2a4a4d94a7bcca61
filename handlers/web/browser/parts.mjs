// Every part of the office in each of its states, with words as long as they come: on one page, looked
// at by axe at 360 and 1280 px, light and dark, in each language, with an open menu, sheet, finder, list
// of keys, and the sign-in over it:
//
//	node browser/parts.mjs ./marquee
//
// SHOTS names a folder for pictures.
import assert from 'node:assert/strict'
import { base, buyer, heart, look, password, run } from './lib/shop.mjs'

async function owner(way) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  return page
}

const widths = [360, 1280]
const ways = heart ? [{ width: 360, scheme: 'dark', locale: 'de' }] : widths.flatMap((width) => ['light', 'dark'].flatMap((scheme) => ['en', 'de', 'fr'].map((locale) => ({ width, scheme, locale }))))

await run(async () => {
  const stranger = await buyer({})
  const answer = await stranger.goto(base + '/office/system/parts')
  assert.ok(stranger.url().includes('/staff/sign-in'), `a stranger gets ${answer.status()}`)
  await stranger.close()
  for (const way of ways) {
    const name = `parts ${way.width} ${way.locale} ${way.scheme}`
    const page = await owner(way)
    await page.goto(base + '/office/system/parts')
    await look(page, name)
    await page.locator('details.files summary, .listed details.menu summary').first().click()
    await look(page, name + ' menu')
    await page.keyboard.press('Escape')
    await page.locator('[data-key=n]').click()
    await page.locator('dialog.sheet[open]').waitFor()
    await look(page, name + ' sheet', 2)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.locator('dialog.finder[open]').waitFor()
    await look(page, name + ' finder')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.locator('dialog.keys-help[open]').waitFor()
    await look(page, name + ' keys')
    await page.goto(base + '/office/system/parts?over')
    await look(page, name + ' proof')
    await page.close()
  }
  const plain = await owner({ scripts: false })
  await plain.goto(base + '/office/system/parts')
  await look(plain, 'parts 360 without scripts')
  await plain.close()
})
