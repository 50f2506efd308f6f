import type { InboxTexts } from './text.ts'

export const korean: InboxTexts = {
  words: {
    book: { real: '실제 계정', simulated: '모의 계정' },
  },
  kinds: {
    welcome: {
      title: 'Tickmark에 오신 것을 환영합니다',
      text: '계정이 준비되었습니다. 주문이 어떻게 진행되는지, 이길 확률과 잃을 수 있는 금액은 얼마인지 짧은 안내에서 확인해 보세요.',
    },
    deposit_credited: {
      title: '입금이 반영되었습니다',
      text: '{network} 네트워크로 {amount} {currency} 입금이 도착해 계정에 반영되었습니다.',
    },
    withdrawal_sent: {
      title: '출금을 전송했습니다',
      text: '{network} 네트워크로 {amount} {currency} 출금을 전송했습니다. 네트워크 확인이 끝나면 완료됩니다.',
    },
    withdrawal_final: {
      title: '출금이 완료되었습니다',
      text: '{network} 네트워크에서 {amount} {currency} 출금이 확인되었습니다.',
    },
    withdrawal_returned: {
      title: '출금이 처리되지 않아 반환되었습니다',
      text: '{network} 네트워크의 {amount} {currency} 출금이 처리되지 않았습니다. 금액과 수수료는 계정으로 돌아왔습니다. 이유는 내역에서 확인할 수 있습니다.',
    },
    order_settled: {
      title: '{pair} {side}: {net} {currency}',
      text: '자리를 비우신 동안 주문이 정산되었습니다({book}). 영수증은 주문 목록에 있습니다.',
    },
    orders_settled: {
      title: '주문 {count}건이 정산되었습니다',
      text: '자리를 비우신 동안 주문 {count}건이 정산되었습니다({book}). 합계: {net}',
    },
    alert_fired: {
      title: '{coin} 가격이 {level} USDT에 도달했습니다',
      text: '당시 가격은 {price} USDT였습니다. 이 알림은 종료되었습니다.',
    },
    support_replied: {
      title: '고객지원의 답변이 있습니다',
      text: '대화에 새 답변이 있습니다. 고객지원은 개인 키, 시드 구문, 송금을 절대 요구하지 않습니다.',
    },
    friend_joined: {
      title: '친구가 참여했습니다',
      text: '{address} 님이 회원님의 초대 코드로 참여했습니다.',
    },
    authenticator_reset: {
      title: '인증 앱 재설정이 요청되었습니다',
      text: '인증 앱은 {until}에 자동으로 꺼집니다.\n직접 요청하지 않았다면 지금 출금 보호에서 코드나 복구 코드를 입력해 계속 켜 두세요.',
    },
    authenticator_off: {
      title: '인증 앱이 꺼졌습니다',
      text: '이제 출금할 때 코드를 묻지 않습니다.\n직접 하지 않았다면 다른 세션을 종료하고 고객지원에 문의하세요.',
    },
    address_added: {
      title: '출금 주소가 추가되었습니다',
      text: '{address} 주소가 주소록에 추가되었습니다.\n직접 하지 않았다면 이 주소를 삭제하고 다른 세션을 종료하세요.',
    },
    hold_begun: {
      title: '출금 보안 보류',
      text: '아직 서명되지 않은 출금은 늦어도 {until}까지 보류됩니다. 그 뒤에는 보류가 자동으로 풀립니다. 이유는 고객지원에 문의하세요.',
    },
  },
}
