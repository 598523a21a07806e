import './shell/console-app.js';
