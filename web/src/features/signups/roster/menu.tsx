import { Menu, type MenuItemProps, type MenuProps } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ComponentType, Ref } from 'react';
import classes from './roster.module.css';

/** A menu whose entries are large enough for fingers. */
export const RosterMenu = (props: MenuProps) => (
  <Menu
    position="bottom-end"
    portalProps={{ target: '#content' }}
    classNames={{ item: classes['menuItem'] ?? '' }}
    withInitialFocusPlaceholder={false}
    {...props}
  />
);

interface MenuEntryProps {
  readonly icon: ComponentType<IconProps>;
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly onClick: () => void;
}

export const MenuEntry = ({ icon: Icon, label, isDangerous = false, onClick }: MenuEntryProps) => (
  <Menu.Item
    {...(isDangerous && { c: 'var(--mantine-color-error)' })}
    leftSection={<Icon size={18} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Menu.Item>
);

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps>;

interface MenuLinkProps extends LinkProps, Omit<MenuItemProps, 'leftSection'> {
  readonly icon: ComponentType<IconProps>;
  readonly label: string;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** An entry that leads to another page. */
export const MenuLink = createLink(({ icon: Icon, label, ...props }: MenuLinkProps) => (
  <Menu.Item component="a" leftSection={<Icon size={18} aria-hidden />} {...props}>
    {label}
  </Menu.Item>
));
