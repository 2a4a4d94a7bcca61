import assert from 'node:assert/strict'
import test from 'node:test'
import { check } from './checks'
import { empty, size, type Doc } from './doc'
import { addGeneral, addRows, addTable, aisle, align, bend, copy, extent, inBand, mirror, move, number, remove, rename, seatsIn } from './edit'
import { around, inRow, pitchOf } from './geometry'
import { begin, next, redo, undo } from './history'
import { letters, numbers, rowNames, ways } from './numbering'

const rows = (n = 3, seats = 4): Doc => addRows(empty('House', 'Front'), { first: 'A', rows: n, seats, bend: 0, way: 'right', band: 'Front', block: '', at: { x: 0, y: 0 }, gap: 1 })
const names = (doc: Doc, row = 0): string[] => doc.rows![row]!.seats.map((s) => s.name)

test('numbers', () => {
  assert.deepEqual(numbers(4, 'right'), ['1', '2', '3', '4'])
  assert.deepEqual(numbers(4, 'left', 5), ['8', '7', '6', '5'])
  assert.deepEqual(numbers(3, 'odd', 2), ['3', '5', '7'])
  assert.deepEqual(numbers(3, 'even'), ['2', '4', '6'])
  assert.deepEqual(numbers(5, 'centre'), ['5', '3', '1', '2', '4'])
  for (const way of ways) for (let n = 0; n < 30; n++) assert.equal(new Set(numbers(n, way)).size, n, `${way} ${n}`)
})

test('rows are called by letters or numbers', () => {
  assert.deepEqual(rowNames('Y', 4), ['Y', 'Z', 'AA', 'AB'])
  assert.deepEqual(rowNames('9', 2), ['9', '10'])
  assert.equal(letters(703), 'AAA')
})

test('a bent row keeps its distances', () => {
  for (const degrees of [0, 20, 90, -45]) {
    const all = inRow(21, 1, degrees, { x: 3, y: 4 })
    assert.equal(all.length, 21)
    assert.ok(Math.abs(pitchOf(all) - 1) < 0.02, String(degrees))
    assert.ok(Math.abs(all[10]!.x - 3) < 0.001 && Math.abs(all[10]!.y - 4) < 0.001)
    assert.ok(Math.abs(all[0]!.y - all[20]!.y) < 0.002)
  }
})

test('seats around a table do not touch', () => {
  const all = around(8, 1, { x: 0, y: 0 })
  for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 0.9)
})

test('twice mirrored is as it was', () => {
  const doc = aisle(rows(), 'rows/0', 1)
  assert.deepEqual(mirror(mirror(doc, ['rows/0', 'rows/1']), ['rows/0', 'rows/1']), doc)
  assert.deepEqual(names(mirror(doc, ['rows/0'])), ['4', '3', '2', '1'])
})

test('an aisle moves what follows, and goes without a trace', () => {
  const doc = rows()
  const wide = aisle(doc, 'rows/0', 1)
  assert.deepEqual(wide.rows![0]!.seats.map((s) => s.x), [-1.5, -0.5, 1.5, 2.5])
  assert.equal(wide.rows![0]!.seats[1]!.gapAfter, true)
  assert.deepEqual(aisle(wide, 'rows/0', 1), doc)
})

test('rows are aligned, moved, bent and numbered', () => {
  const doc = seatsIn(rows(), ['rows/1'], 6)
  assert.equal(doc.rows![1]!.seats.length, 6)
  assert.equal(extent(align(doc, ['rows/0', 'rows/1'], 'left'), ['rows/0'])!.left, extent(doc, ['rows/0', 'rows/1'])!.left)
  assert.equal(move(doc, ['rows/0'], 2, 1).rows![0]!.seats[0]!.x, 0.5)
  assert.notEqual(bend(doc, ['rows/1'], 30).rows![1]!.seats[0]!.y, doc.rows![1]!.seats[0]!.y)
  const numbered = number(doc, ['rows/0', 'rows/2'], 'left', 1, 'M')
  assert.deepEqual([numbered.rows![0]!.name, numbered.rows![1]!.name, numbered.rows![2]!.name], ['M', 'B', 'N'])
  assert.deepEqual(names(numbered), ['4', '3', '2', '1'])
})

test('copies have names of their own', () => {
  const made = copy(rows(), ['rows/0', 'rows/1'], 0, 5)
  assert.deepEqual(made.refs, ['rows/3', 'rows/4'])
  assert.deepEqual(made.doc.rows!.map((r) => r.name), ['A', 'B', 'C', 'D', 'E'])
  assert.deepEqual(check(made.doc), [])
  assert.equal(remove(made.doc, made.refs).rows!.length, 3)
})

test('what is wrong is named', () => {
  const twice = rows()
  twice.rows![2]!.seats[3]!.name = '1'
  assert.deepEqual(check(twice), [{ what: 'twice', name: 'C1', ref: 'rows/2' }])
  assert.equal(check(move(rows(), ['rows/1'], 0, -1))[0]!.what, 'same_place')
  assert.equal(check(inBand(rows(), ['rows/0'], 'Gone'))[0]!.what, 'no_band')
  assert.equal(check(empty('House', 'Front'))[0]!.what, 'no_seats')
  assert.equal(check({ ...rows(), priceBands: [{ name: 'Front' }, { name: 'Back' }] })[0]!.what, 'unused')
  assert.deepEqual(check(addGeneral(addTable(rows(), 'T1', 8, 'Front', { x: 20, y: 0 }, true), 'Lawn', 200, 'Front')), [])
})

test('a price band keeps its key under another name', () => {
  assert.deepEqual(rename(rename([{ name: 'Front' }], 0, 'Stalls'), 0, 'Parquet'), [{ key: 'Front', name: 'Parquet' }])
})

test('everything can be taken back', () => {
  let h = begin(rows())
  const first = h.now
  for (let n = 0; n < 500; n++) h = next(h, move(h.now, ['rows/0'], 1, 0))
  const last = h.now
  for (let n = 0; n < 500; n++) h = undo(h)
  assert.equal(h.now, first)
  for (let n = 0; n < 500; n++) h = redo(h)
  assert.equal(h.now, last)
})

test('60,000 seats are looked through', () => {
  const doc = addRows(empty('Arena', 'Front'), { first: '1', rows: 600, seats: 100, bend: 10, way: 'right', band: 'Front', block: '', at: { x: 0, y: 0 }, gap: 1 })
  assert.deepEqual(size(doc), { seats: 60_000, capacity: 60_000 })
  assert.deepEqual(check(doc), [])
})
