import type { FastifyInstance } from 'fastify'
import { networkOf } from '../../http/calls/cookies.ts'
import { type Fields, languageOf } from '../../http/calls/input.ts'
import { type ApiContext, refuse, sessionOfRequest } from '../../http/calls/mount.ts'
import { Refused, tooMany } from '../../http/calls/refused.ts'
import type { ReleaseFiles } from '../../http/pages/releaseFiles.ts'
import type { SiteOrigin } from '../../http/calls/site.ts'
import { RECEIPT_FILE_PATH } from '@tickmark/wire/receiptFile'
import type { OrderPorts } from '../order/ports.ts'
import { ownOrder } from '../order/readOrder.ts'
import { receiptFileName, receiptPage } from './receiptPage.ts'
import { filedReceipt } from './receipts.ts'

/** Serves the HTML receipts of the user's own orders. The file is saved; if it is shown, it never runs with our origin. */
export function serveReceiptFile(
  server: FastifyInstance,
  api: ApiContext,
  deps: OrderPorts & { site: SiteOrigin; release: ReleaseFiles },
): void {
  server.get<{ Params: { orderId: string } }>(`${RECEIPT_FILE_PATH}/:orderId`, async (request, reply) => {
    const language = languageOf(request.query as Fields)
    try {
      const waitMs = api.limiter.take('read', `receipt ${networkOf(request)}`, api.clock.nowMs())
      if (waitMs > 0) throw tooMany(waitMs)
      const session = await sessionOfRequest(api, request, api.clock.nowMs())
      if (!session?.user) throw new Refused('sign_in_first')
      const { orderId } = request.params
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(orderId)) throw new Refused('order_unknown')
      const filed = await filedReceipt(await ownOrder(session.user.id, orderId, deps), deps)
      const { receipt, witnessed } = filed
      if (!receipt) throw new Refused('order_unknown')
      const page = receiptPage(receipt, {
        language,
        publicUrl: deps.site.publicUrl,
        release: deps.release,
        witnessed,
      })
      reply.headers({
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${receiptFileName(receipt)}"`,
        'content-security-policy': 'sandbox allow-scripts',
      })
      reply.type('text/html; charset=utf-8').send(page)
    } catch (thrown) {
      refuse(api, reply, thrown, { language, sealed: false })
    }
    return reply
  })
}
