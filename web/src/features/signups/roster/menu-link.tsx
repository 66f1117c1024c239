import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Html = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** An entry of a menu that leads to another page. */
export const MenuLink = createLink((props: MenuItemProps & Html) => <Menu.Item component="a" {...props} />);
