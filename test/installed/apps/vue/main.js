import { createApp } from 'vue';
import Desk from './desk.vue';

createApp(Desk).mount('#app');
