import { hexOf } from '@tickmark/core/bytes'
import { readJson } from '@tickmark/core/json'
import { filedReceipt } from '@tickmark/core/receipts/receiptFile'
import { checkReceipt, type Step, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import { scriptCrypto } from './scriptCrypto.ts'
import { wordsIn } from './words.ts'

// The script of an HTML receipt: checks the data beside it when the file is opened, without a network. The data is
// separate, so that the script is the same text in all receipts of a version.

const say = wordsIn(document.documentElement.lang)
const verdict = checkReceipt(filedReceipt(readJson(elementOf('receipt').textContent)).receipt, scriptCrypto)
showVerdict(verdict)
elementOf('steps').replaceChildren(...verdict.steps.map(stepItem))
elementOf('script-hash').textContent = ownHash()

function showVerdict({ verdict: is, steps }: Verdict): void {
  const onlyWithheld = steps.every((one) => one.ok || one.facts['missing'] === 'withheld')
  const name = is === 'holds' ? 'holds' : is === 'broken' ? 'broken' : onlyWithheld ? 'withheld' : 'notProven'
  elementOf('verdict').dataset['is'] = is
  elementOf('verdict-title').textContent = say(name)
  const detail = say(`${name}Detail`)
  elementOf('verdict-detail').textContent = is === 'broken' ? detail : `${detail} ${say('ownKeys')}`
}

function stepItem({ name, ok, unshown, facts }: Step): HTMLElement {
  const item = document.createElement('li')
  const state = ok ? 'done' : unshown ? 'later' : 'failed'
  item.dataset['is'] = state
  const mark = document.createElement('b')
  mark.textContent = say(`stepState.${state}`)
  const title = name === 'consent' ? say('consent') : say(`step.${name}`, facts)
  item.append(mark, ` ${title}`)
  if (unshown) item.append(document.createElement('br'), say(`missing.${missingIn(name, facts)}`))
  return item
}

/** A ticket and a close can each be logged late. */
function missingIn(name: Step['name'], facts: Step['facts']): string {
  return name === 'close_logged' ? 'lateClose' : (facts['missing'] ?? 'order')
}

/** SHA-256 of this script's text as the browser read it from the file. */
function ownHash(): string {
  const text = document.currentScript?.textContent ?? ''
  return hexOf(scriptCrypto.sha256(new TextEncoder().encode(text)))
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the file has no ${id}`)
  return element
}
