import type { DeskItem } from '@tickmark/wire/routes/operators/content'
import { type Caller, caller, signIn, wallet } from '../app/app.testing.ts'

/** A signed-in caller with the wallet of that number, not registered: operators need not be users. */
export async function signedIn(url: () => string, number: number): Promise<Caller> {
  const who = caller(url)
  await signIn(who, wallet(number))
  return who
}

/** One of the editors' calls that must go well. */
export async function edit(
  by: Caller,
  verb: 'create' | 'revise' | 'publish' | 'withdraw',
  json: Record<string, unknown>,
): Promise<DeskItem> {
  const reply = await by.post(`/api/desk/content/${verb}`, { json })
  if (reply.status !== 200) throw new Error(`${verb}: ${reply.text}`)
  return (reply.body.data as { item: DeskItem }).item
}

/** The code that one of the editors' calls is refused with. */
export async function refusalOf(by: Caller, verb: string, json: Record<string, unknown>): Promise<string> {
  const reply = await by.post(`/api/desk/content/${verb}`, { json })
  return reply.body.code ?? `${reply.status}`
}

/** An item in English, published at once or at a time. */
export async function publish(by: Caller, given: Record<string, unknown>, at?: number): Promise<DeskItem> {
  const draft = await edit(by, 'create', {
    contentLanguage: 'english',
    title: 'A title',
    html: '<p>a</p>',
    ...given,
  })
  return edit(by, 'publish', { id: draft.id, ...(at === undefined ? {} : { at }) })
}
