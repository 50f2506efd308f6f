import type { InboxTexts } from './text.ts'

export const chinese: InboxTexts = {
  words: {
    book: { real: '真实账户', simulated: '模拟账户' },
  },
  kinds: {
    welcome: {
      title: '欢迎来到 Tickmark',
      text: '您的账户已开通。简短的指南会说明订单如何运作、获胜的概率有多大，以及您可能损失多少。',
    },
    deposit_credited: {
      title: '充值已到账',
      text: '通过 {network} 充值的 {amount} {currency} 已到账。',
    },
    withdrawal_sent: {
      title: '提现已发出',
      text: '{amount} {currency} 已通过 {network} 发出，网络确认后即完成。',
    },
    withdrawal_final: {
      title: '提现已完成',
      text: '您通过 {network} 提现的 {amount} {currency} 已获网络确认。',
    },
    withdrawal_returned: {
      title: '提现未执行，款项已退回',
      text: '您通过 {network} 提现的 {amount} {currency} 未执行，金额和手续费已退回账户。原因请查看记录。',
    },
    order_settled: {
      title: '{pair} {side}：{net} {currency}',
      text: '您离开期间，订单已结算（{book}）。凭证可在订单列表中查看。',
    },
    orders_settled: {
      title: '{count} 笔订单已结算',
      text: '您离开期间，共有 {count} 笔订单结算（{book}）。合计：{net}',
    },
    alert_fired: {
      title: '{coin} 已达到 {level} USDT',
      text: '当时价格为 {price} USDT。此提醒已完成并结束。',
    },
    support_replied: {
      title: '客服已回复',
      text: '您的对话中有新的回复。客服绝不会索要私钥、助记词或付款。',
    },
    friend_joined: {
      title: '好友已加入',
      text: '{address} 使用您的邀请码加入了。',
    },
    authenticator_reset: {
      title: '已申请重置验证器',
      text: '验证器将于 {until} 自动关闭。\n如果不是您本人申请，请立即在“提现保护”中输入验证码或恢复码，使其保持开启。',
    },
    authenticator_off: {
      title: '验证器已关闭',
      text: '提现将不再要求验证码。\n如果不是您本人操作，请结束其他会话并联系客服。',
    },
    address_added: {
      title: '已添加提现地址',
      text: '{address} 已加入您的地址簿。\n如果不是您本人操作，请删除该地址并结束其他会话。',
    },
    hold_begun: {
      title: '提现安全暂停',
      text: '尚未签名的提现最迟将暂停至 {until}，之后暂停会自动解除。原因可咨询客服。',
    },
  },
}
