import { createRoute } from '@tanstack/react-router';
import { page, rootRoute } from '../../ui/route.tsx';
import { prepareDesk } from './desk/offline-start.ts';

const getParentRoute = () => rootRoute;

prepareDesk();

export const attendanceRoutes = [
  createRoute({
    getParentRoute,
    path: '/desk',
    staticData: { needs: 'check_in', saysOffline: true },
    component: page(() => import('./pages/choose-shift.tsx'), 'ChooseShiftPage', 'manageAttendance'),
  }),
  createRoute({
    getParentRoute,
    path: '/desk/$shiftId',
    staticData: { needs: 'check_in', saysOffline: true },
    component: page(() => import('./pages/desk.tsx'), 'DeskPage', 'manageAttendance'),
  }),
  createRoute({
    getParentRoute,
    path: '/manage/shifts/$id/poster',
    staticData: { needs: 'coordinator' },
    component: page(() => import('./pages/poster.tsx'), 'PosterPage', 'manageAttendance'),
  }),
] as const;
