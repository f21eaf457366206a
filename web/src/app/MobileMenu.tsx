import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LanguageSelect } from './LanguageSelect'
import { Logo } from './Logo'
import classes from './MobileMenu.module.css'
import type { OverlayProps } from './overlay'
import { SideMenu } from './SideMenu'

export default function MobileMenu({ opened, onClose }: OverlayProps) {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="17rem"
      title={<Logo />}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <nav aria-label={t('menu.label')} className={classes.menu}>
        <SideMenu onFollow={onClose} />
      </nav>
      <LanguageSelect />
    </Drawer>
  )
}
