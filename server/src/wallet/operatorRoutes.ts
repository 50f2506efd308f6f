import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import { operatorPeopleRoutes } from '@tickmark/wire/routes/operators/people'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import type { Answers } from '../http/calls/context.ts'
import type { Owner } from '../module/funds.ts'

const { deskUserStatement } = operatorPeopleRoutes
/** A user's movements as operators read them. */
export const deskStatement = { deskUserStatement }

type GetStatement = (typeof walletRoutes)['getStatement']

interface DeskStatementDeps {
  /** A page of a user's statement, exactly as the user reads it. */
  statement(owner: Owner, asked: InputOf<GetStatement>): Promise<ReplyOf<GetStatement>>
}

export function walletOperatorAnswers({ statement }: DeskStatementDeps): Answers<typeof deskStatement> {
  return {
    deskUserStatement: ({ userId, of, ...asked }) => statement({ userId, book: of }, asked),
  }
}
