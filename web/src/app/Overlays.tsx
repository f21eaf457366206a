import '@mantine/notifications/styles.layer.css'
import { ConfirmDialog } from '@/ui/dialogs/ConfirmDialog'
import { NotificationArea } from '@/ui/dialogs/NotificationArea'
import { SignInAgainDialog } from './SignInAgainDialog'

export default function Overlays() {
  return (
    <>
      <NotificationArea />
      <ConfirmDialog />
      <SignInAgainDialog />
    </>
  )
}
