import { useTranslation } from 'react-i18next'
import { InPerson } from '@/blocks/InPerson'
import { LoadFailure } from '@/ui/LoadFailure'
import { TabPending } from '../TabPending'
import { useAccount } from '../useAccount'
import { Devices } from './Devices'
import { EmailSection } from './EmailSection'
import { PasswordSection } from './PasswordSection'
import { SecondFactorSection } from './second-factor/SecondFactorSection'

export default function SecurityTab() {
  const { t } = useTranslation('account')
  const { result, account } = useAccount()
  if (result.error && !account) return <LoadFailure title={t('failed')} result={result} />
  if (!account) return <TabPending />
  return (
    <>
      <InPerson>
        <EmailSection account={account} />
        <PasswordSection account={account} />
      </InPerson>
      <SecondFactorSection account={account} />
      <Devices />
    </>
  )
}
