import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import { operatorPeopleRoutes } from '@tickmark/wire/routes/operators/people'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import type { Answers } from '../http/calls/context.ts'
import type { Owner } from '../module/funds.ts'

const { consoleUserStatement } = operatorPeopleRoutes
/** A user's movements as operators read them. */
export const consoleStatement = { consoleUserStatement }

type GetStatement = (typeof walletRoutes)['getStatement']

interface ConsoleStatementDeps {
  /** A page of a user's statement, exactly as the user reads it. */
  statement(owner: Owner, asked: InputOf<GetStatement>): Promise<ReplyOf<GetStatement>>
}

export function walletOperatorAnswers({ statement }: ConsoleStatementDeps): Answers<typeof consoleStatement> {
  return {
    consoleUserStatement: ({ userId, of, ...asked }) => statement({ userId, book: of }, asked),
  }
}
